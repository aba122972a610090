// SPDX-License-Identifier: Apache-2.0
//
// The script of all pages: nested lists of class `tree` become trees as the ARIA Authoring
// Practices describe them. Roles are given to a list when it is first unfolded, so opening a page
// takes no work for what is folded. Without the script they remain nested lists, all visible.

(function(){
'use strict';
var count=0;
function list(li){var e=li.lastElementChild;return e&&e.tagName==='UL'?e:null}
function item(e){return e&&e.closest('.tree')?e.closest('li'):null}
function dress(ul){
  if(ul.hasAttribute('role'))return;
  ul.setAttribute('role',ul.classList.contains('tree')?'tree':'group');
  for(var li=ul.firstElementChild;li;li=li.nextElementSibling){
    var row=li.firstElementChild,below=list(li);
    li.setAttribute('role','none');
    row.setAttribute('role','treeitem');
    row.tabIndex=-1;
    if(below){
      var open=li.classList.contains('open');
      below.id='list'+(++count);
      row.setAttribute('aria-owns',below.id);
      row.setAttribute('aria-expanded',open);
      if(open)dress(below);
    }
  }
}
function fold(li,open){
  var below=list(li);
  if(!below)return;
  li.classList.toggle('open',open);
  li.firstElementChild.setAttribute('aria-expanded',open);
  if(open)dress(below);
}
function isOpen(li){return li.classList.contains('open')&&list(li)!==null}
function parent(li){return item(li.parentElement)}
function last(li){while(isOpen(li))li=list(li).lastElementChild;return li}
function next(li){
  if(isOpen(li))return list(li).firstElementChild;
  for(;li;li=parent(li))if(li.nextElementSibling)return li.nextElementSibling;
  return null;
}
function previous(li){
  return li.previousElementSibling?last(li.previousElementSibling):parent(li);
}
function go(li,focus){
  if(!li)return;
  var tree=li.closest('.tree'),old=tree.querySelector('[tabindex="0"]');
  if(old)old.tabIndex=-1;
  var row=li.firstElementChild;
  row.tabIndex=0;
  if(focus)row.focus();
}
function search(li,letter){
  var tree=li.closest('.tree'),at=li,steps=0;
  do{
    at=next(at)||tree.firstElementChild;
    var text=at.firstElementChild.innerText.replace(/^[^\p{L}\p{N}]+/u,'');
    if(text.slice(0,1).toLowerCase()===letter)return at;
  }while(at!==li&&++steps<20000);
  return null;
}
function key(event){
  var li=item(event.target);
  if(!li||event.ctrlKey||event.altKey||event.metaKey)return;
  var to=null,tree=li.closest('.tree');
  switch(event.key){
    case 'ArrowDown':to=next(li);break;
    case 'ArrowUp':to=previous(li);break;
    case 'ArrowRight':if(isOpen(li))to=list(li).firstElementChild;else fold(li,true);break;
    case 'ArrowLeft':if(isOpen(li))fold(li,false);else to=parent(li);break;
    case 'Home':to=tree.firstElementChild;break;
    case 'End':to=last(tree.lastElementChild);break;
    case 'Enter':case ' ':fold(li,!isOpen(li));break;
    case '*':for(var e=li.parentElement.firstElementChild;e;e=e.nextElementSibling)fold(e,true);break;
    default:
      if(event.key.length!==1)return;
      to=search(li,event.key.toLowerCase());
  }
  event.preventDefault();
  go(to,true);
}
function click(event){
  var row=event.target.closest('.row'),li=item(row);
  if(!li||String(window.getSelection()))return;
  fold(li,!isOpen(li));
  go(li,true);
}
function every(button,open){
  (button.closest('section')||document).querySelectorAll('.tree').forEach(function(tree){
    tree.querySelectorAll('li').forEach(function(li){fold(li,open)});
    go(tree.firstElementChild,false);
  });
}
function on(name,action){
  document.querySelectorAll('[data-do="'+name+'"]').forEach(function(button){
    button.addEventListener('click',function(){action(button)});
  });
}
document.querySelectorAll('.tree').forEach(function(tree){
  if(!tree.firstElementChild)return;
  dress(tree);
  go(tree.firstElementChild,false);
  tree.addEventListener('keydown',key);
  tree.addEventListener('click',click);
});
on('expand',function(button){every(button,true)});
on('collapse',function(button){every(button,false)});
on('written',function(button){
  button.setAttribute('aria-pressed',document.body.classList.toggle('written'));
});
on('words',function(button){
  button.setAttribute('aria-pressed',document.body.classList.toggle('inwords'));
});
})();

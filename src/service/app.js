// SPDX-License-Identifier: Apache-2.0
//
// What the pages do beyond what browsers do by themselves: live answers to what-if, the one-time
// link, progress of jobs, tables dropped on the page. Everything but live answers works without it.
// HTML comes from our own server alone, and through the one policy below.

const policy = window.trustedTypes ?
  trustedTypes.createPolicy('cogs', {createHTML: html => html}) : {createHTML: html => html};
const put = (element, html) => { element.innerHTML = policy.createHTML(html); };
const find = selector => document.querySelector(selector);

// ---- The one-time link: /#once=CODE
const once = new URLSearchParams(location.hash.slice(1)).get('once');
if (once && find('#sign-in')) {
  history.replaceState(null, '', location.pathname);
  find('#once').value = once;
  find('#sign-in').submit();
}

// ---- The link to a case: /mine#case=SECRET
const mine = new URLSearchParams(location.hash.slice(1)).get('case');
if (mine && find('#mine-sign-in')) {
  history.replaceState(null, '', location.pathname);
  find('#secret').value = mine;
  find('#mine-sign-in').submit();
}

// ---- What if
const form = find('#whatif');
if (form) {
  let timer = 0, asking = null, first = new URLSearchParams(new FormData(form)).toString();

  const parts = () => {
    const person = {}, options = {fix: [], range: {}, cost: {}, top: 3};
    for (const [name, value] of new FormData(form)) {
      if (value === '') continue;
      const at = name.indexOf('.'), kind = name.slice(0, at), feature = name.slice(at + 1);
      if (kind === 'v') person[feature] = value;
      else if (kind === 'lock') options.fix.push(feature);
      else if (kind === 'cost') options.cost[feature] = value;
      else if (kind === 'low' || kind === 'high') {
        const range = options.range[feature] = options.range[feature] || [null, null];
        range[kind === 'low' ? 0 : 1] = Number(value);
      }
    }
    return {person, options};
  };

  const query = () => {
    const out = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value !== '') out.append(name, value);
    return out.toString();
  };

  const offer = answer => {
    const place = find('#set');
    place.replaceChildren();
    (answer.steps || []).forEach((step, i) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Take step ' + (i + 1);
      button.addEventListener('click', () => {
        for (const done of answer.steps.slice(0, i + 1)) for (const change of done) {
          const field = form.elements['v.' + change.feature];
          if (field) { field.value = change.to; follow(field); }
        }
        ask();
      });
      place.append(button);
    });
  };

  const show = (answer, passed) => {
    const verdict = find('#result .verdict');
    verdict.className = 'verdict ' + (answer.undesired ? 'no' : 'yes');
    verdict.textContent = verdict.dataset[answer.undesired ? 'no' : 'yes'];
    find('#timing').textContent = 'answered in ' + Math.max(1, Math.round(passed)) + ' ms';
    put(find('#fragment'), answer.fragment);
    offer(answer);
  };

  const ask = async () => {
    if (asking) asking.abort();
    const mine = asking = new AbortController(), began = performance.now();
    try {
      const response = await fetch(form.dataset.ask, {
        method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify(parts()), signal: mine.signal,
      });
      const answer = await response.json();
      if (mine !== asking) return;  // a newer question is under way
      if (response.status === 401) return void location.reload();
      find('#live').classList.toggle('wrong', !response.ok);
      if (response.ok) {
        show(answer, performance.now() - began);
        history.replaceState(null, '', form.getAttribute('action') + '?' + query());
      } else {
        find('#timing').textContent = (answer.diagnostics || []).map(d => d.message).join('. ') ||
          answer.detail || answer.title;
      }
    } catch (error) {
      if (error.name !== 'AbortError') find('#timing').textContent = 'The server does not answer.';
    }
  };

  // A slider and its field say the same.
  const follow = field => {
    const slider = field.closest('.turn') && field.closest('.turn').querySelector('.slide');
    if (slider && field !== slider && field.name && field.name.startsWith('v.')) slider.value = field.value;
  };
  form.addEventListener('input', event => {
    const field = event.target;
    if (field.classList.contains('slide')) field.closest('.set').querySelector('[name]').value = field.value;
    else follow(field);
    clearTimeout(timer);
    timer = setTimeout(ask, 80);
  });
  form.addEventListener('submit', event => {
    if (event.submitter && event.submitter.hasAttribute('formaction')) return;
    event.preventDefault();
    ask();
  });
  for (const field of form.querySelectorAll('[name^="v."]')) follow(field);
  const press = (name, action) => {
    const button = form.querySelector('[data-do="' + name + '"]');
    if (button) button.addEventListener('click', () => action(button));
  };
  press('reset', () => {
    for (const [name, value] of new URLSearchParams(first)) {
      const field = form.elements[name];
      if (name.startsWith('was.') && form.elements['v.' + name.slice(4)]) {
        form.elements['v.' + name.slice(4)].value = value;
        follow(form.elements['v.' + name.slice(4)]);
      } else if (field && !name.startsWith('v.')) field.value = value;
    }
    ask();
  });
  press('share', async button => {
    const text = location.origin + '/whatif?' + query();
    try { await navigator.clipboard.writeText(text); button.textContent = 'Copied'; }
    catch { history.replaceState(null, '', text); button.textContent = 'The address is the link'; }
    setTimeout(() => { button.textContent = 'Copy link'; }, 2000);
  });
  ask();
}

// ---- Jobs
const job = find('[data-job]');
if (job && ['queued', 'running'].includes(job.dataset.state)) {
  const events = new EventSource('/api/v1/jobs/' + job.dataset.job + '/events');
  events.onmessage = event => {
    const now = JSON.parse(event.data);
    find('#job-state').textContent = now.state + (now.seconds ? ', ' + now.seconds + ' s' : '');
    if (!['queued', 'running'].includes(now.state)) { events.close(); location.reload(); }
  };
}

// ---- A table dropped on the page
const drop = find('#drop');
if (drop) {
  const file = drop.querySelector('input[type=file]');
  for (const name of ['dragenter', 'dragover']) drop.addEventListener(name, event => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', event => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    file.files = event.dataTransfer.files;
    drop.requestSubmit();
  });
  // What is large goes as it is, not as part of a form: the server writes it to the disk as it comes.
  drop.addEventListener('submit', async event => {
    const table = file.files[0];
    if (!table || table.size < 8e6) return;
    event.preventDefault();
    const said = drop.querySelector('[role=status]');
    said.textContent = 'Sending ' + Math.round(table.size / 1e6) + ' MB …';
    try {
      const response = await fetch('/api/v1/datasets?name=' + encodeURIComponent(table.name),
        {method: 'POST', headers: {'Content-Type': 'text/csv'}, body: table});
      const answer = await response.json();
      if (response.ok) return void location.assign('/learn/' + answer.id);
      said.textContent = answer.detail || answer.title;
    } catch { said.textContent = 'The server does not answer.'; }
  });
}

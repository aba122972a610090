// SPDX-License-Identifier: Apache-2.0
// Before anything is shown: with script, trees begin folded.

document.documentElement.className = 'js';

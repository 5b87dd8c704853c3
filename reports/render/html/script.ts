/** What the report does by itself: filter rules, open the failure that a cell of the matrix names, copy commands. */
export const SCRIPT = `
const search = document.querySelector('#search');
const toggles = [...document.querySelectorAll('.filters input[type=checkbox]')];
function filter() {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const shown = new Set(toggles.filter((box) => box.checked).map((box) => box.value));
  for (const rule of document.querySelectorAll('details.rule')) {
    const text = rule.dataset.text;
    rule.classList.toggle('hidden', !shown.has(rule.dataset.verdict) || !words.every((word) => text.includes(word)));
  }
  for (const family of document.querySelectorAll('.family')) family.classList.toggle('hidden', !family.querySelector('details.rule:not(.hidden)'));
}
search?.addEventListener('input', filter);
for (const box of toggles) box.addEventListener('change', filter);
document.addEventListener('click', (event) => {
  const button = event.target.closest('.copy button');
  if (button) navigator.clipboard.writeText(button.previousElementSibling.textContent).then(() => { button.textContent = 'copied'; });
  const cell = event.target.closest('td[data-family]');
  if (cell) { search.value = cell.dataset.family + '/ ' + cell.dataset.operation.toLowerCase(); filter(); document.querySelector('#rules').scrollIntoView(); }
});
`;

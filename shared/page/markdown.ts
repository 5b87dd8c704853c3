/** The length of a line, in characters. */
const COLUMNS = 160;

/**
 * A Markdown table, or a list with an item for each row if a row is too long for a line. Cells may hold any text: bars
 * and line ends are escaped.
 */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first = '', ...others] = [head, ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`);
  if ([first, ...others].some(({ length }) => length > COLUMNS)) return rows.map((row) => item(head, row)).join('\n');
  return [first, `|${'---|'.repeat(head.length)}`, ...others].join('\n');
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', String.raw`\|`);
}

/** The row as an item of a list: each cell after the first has its head before it, unless there are only two. */
function item(head: readonly string[], [first = '', ...others]: readonly string[]): string {
  if (head.length === 2) return oneLine(`- ${first}: ${others.join('')}`);
  const parts = others.flatMap((text, index) =>
    text === '' ? [] : [`${head[index + 1] ?? ''}: ${text === '-' ? 'none' : text.replace(/\.$/, '')}.`],
  );
  return oneLine(`- ${first}. ${parts.join(' ')}`);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

/** A line that begins like this is no prose. */
const NO_PROSE = /^\s*(?:[|<]|#|!\[|\[[^\]]*\]:)/;
/**
 * A word, or code, which stays on one line, with the signs after it that would begin a list item or a heading on the
 * next line.
 */
const WORD = /(?:`[^`]*`|\S)+(?: (?:[-+*>]|#+|\d+[.)]|[|<~]{3}\S*)(?= |$))*/g;

/** The page with its lines of prose broken at spaces; tables, code and headings stay as they are. */
export function wrapped(page: string): string {
  let isCode = false;
  return page
    .split('\n')
    .flatMap((line) => {
      if (/^\s*```/.test(line)) isCode = !isCode;
      return isCode || line.length <= COLUMNS || NO_PROSE.test(line) ? [line] : broken(line);
    })
    .join('\n');
}

/** The lines of one line of prose; those after the first are indented like the text of a list item. */
function broken(line: string): string[] {
  const [marker = ''] = /^\s*(?:(?:[-+*]|\d+[.)])\s+)?/.exec(line) ?? [];
  const lines: string[] = [];
  let current = marker;
  for (const word of line.slice(marker.length).match(WORD) ?? []) {
    const isFirst = current.trim() === marker.trim();
    if (!isFirst && current.length + 1 + word.length > COLUMNS) {
      lines.push(current);
      current = `${' '.repeat(marker.length)}${word}`;
    } else current = isFirst ? `${current}${word}` : `${current} ${word}`;
  }
  return [...lines, current];
}

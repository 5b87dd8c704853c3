/** A Markdown table. Cells may hold any text: bars and line ends are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ');
}

/** The length of a line of prose, in characters. */
const COLUMNS = 160;
/** A line that begins like this is no prose, or would become a list item or a heading. */
const NO_PROSE = /^\s*(?:[|<]|#|!\[|\[[^\]]*\]:)/;
const BEGINS_A_BLOCK = /^(?:[-+*>]|#+|\d+[.)]|[|<`~]{3}.*)$/;

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
  for (const word of line.slice(marker.length).split(' ')) {
    const isFirst = current.trim() === marker.trim();
    if (!isFirst && current.length + 1 + word.length > COLUMNS && !BEGINS_A_BLOCK.test(word)) {
      lines.push(current);
      current = `${' '.repeat(marker.length)}${word}`;
    } else current = isFirst ? `${current}${word}` : `${current} ${word}`;
  }
  return [...lines, current];
}

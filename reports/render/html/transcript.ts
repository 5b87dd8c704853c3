import type { HappeningLine, LoggedBody } from '../../../fixtures/formats/exchange-log.ts';
import { escapeMarkup } from '../escape-markup.ts';

/** What crossed the wire in a case, in order, with times; bodies fold open. */
export function transcript(lines: readonly HappeningLine[]): string {
  const first = lines[0]?.t ?? 0;
  const rows = lines.flatMap((line) => row(line, line.t - first));
  return `<table class="wire"><tbody>${rows.join('')}</tbody></table>`;
}

function row(line: HappeningLine, ms: number): string[] {
  const cells = (arrow: string, text: string, body?: LoggedBody): string[] => [
    `<tr><td class="t mono">${ms.toFixed(1)} ms</td><td class="mono">#${line.exchange}</td><td class="arrow">${arrow}</td><td>${text}${body === undefined ? '' : folded(body)}</td></tr>`,
  ];
  if (line.kind === 'request')
    return cells('→', `<code>${escapeMarkup(`${line.method} ${line.target}`)}</code>`, line.body);
  if (line.kind === 'response') return cells('←', `<code>${line.status}</code>`);
  if (line.kind === 'body') return cells('←', 'body', line.body);
  if (line.kind === 'event') return cells('⇠', `event ${line.index}`, line.body);
  return line.reason === 'complete'
    ? []
    : cells('×', escapeMarkup(`${line.reason}${line.detail === undefined ? '' : `: ${line.detail}`}`));
}

function folded(body: LoggedBody): string {
  const text = readable(body);
  const title = text.length > 90 ? `${text.replaceAll(/\s+/g, ' ').slice(0, 90)}…` : text;
  return `<details><summary class="mono">${escapeMarkup(title)}</summary><pre>${escapeMarkup(text)}</pre></details>`;
}

function readable(body: LoggedBody): string {
  if ('json' in body) return JSON.stringify(body.json, null, 2);
  if ('text' in body) return pretty(body.text);
  if ('base64' in body) return `${body.base64.length} characters of base64`;
  return `${body.bytes} bytes in ${body.file}`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import type { HeaderPair, RequestLine } from '../../fixtures/formats/exchange-log.ts';
import { bytesOf } from '../../fixtures/formats/exchange-log.ts';

/** Headers that say nothing to a person who tries it by hand: curl sets them, or they only mark whose request it was. */
const NOISE = /^(?:user-agent|host|content-length|connection|x-plumbline-.*)$/i;

/**
 * A command that sends a request again by hand, in one line, quoted for a POSIX shell with `$'...'` (bash, zsh, ksh, dash of today).
 * Credentials were not recorded: `$TOKEN` stands for them.
 */
export function curlOf(line: RequestLine, baseUrl: string): string {
  const bytes = line.body === undefined ? undefined : bytesOf(line.body);
  const isText = bytes === undefined || (line.body !== undefined && !('base64' in line.body));
  const words = [
    'curl',
    '-sS',
    ...(/[?&]watch=|\/watch\//.test(line.target) ? ['-N'] : []),
    ...(line.method === 'GET' ? [] : ['-X', line.method]),
    ...line.headers.filter(([name]) => !NOISE.test(name)).flatMap((pair) => ['-H', headerWord(pair)]),
    ...(bytes === undefined ? [] : ['--data-binary', isText ? quoted(bytes.toString('utf8')) : '@-']),
    quoted(baseUrl + line.target),
  ];
  const command = words.join(' ');
  return isText ? command : `printf %s ${bytes.toString('base64')} | base64 -d | ${command}`;
}

function headerWord([name, value]: HeaderPair): string {
  const secret = /^(?:(Bearer|Basic) )?redacted$/i.exec(value);
  if (secret === null) return quoted(`${name}: ${value}`);
  const scheme = secret[1] === undefined ? '' : `${secret[1]} `;
  return `"${name}: ${scheme}$TOKEN"`;
}

/** One shell word. Control characters are escaped, so that the command stays on its line. */
function quoted(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const escaped = text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, (control) => {
    if (control > '\u007f') return control;
    const named: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\t` };
    return named[control] ?? `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped}'`;
}

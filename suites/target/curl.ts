import { bytesOf, type RequestLine } from '../../shared/exchange-log/exchange-log.ts';
import { headerValue } from '../../shared/exchange-log/header-value.ts';
import { type CurlConnection, headerWord } from './printed-connection.ts';
import { shellWord } from '../../shared/process/shell-word.ts';

/** Headers that are left out of commands: curl sets them itself, or they only name the run. */
const NOISE = /^(?:user-agent|host|content-length|connection|x-plumbline-.*)$/i;

/**
 * A curl command that sends a request again, in one line of shell words. Recordings hold no credentials, so files
 * that the user named and shell variables (`$TOKEN`) stand in their place.
 */
export function curlOf(line: RequestLine, baseUrl: string, { flags, tokenFile }: CurlConnection): string {
  const bytes = line.body === undefined ? undefined : bytesOf(line.body);
  const isText = bytes === undefined || (line.body !== undefined && !('base64' in line.body));
  const words = [
    'curl',
    '-sS',
    ...flags,
    ...(/[?&]watch=|\/watch\//.test(line.target) ? ['-N'] : []),
    ...(line.method === 'GET' ? [] : ['-X', line.method]),
    ...line.headers.filter(([name]) => !NOISE.test(name)).flatMap((pair) => ['-H', headerWord(pair, tokenFile)]),
    ...(headerValue(line.headers, 'accept-encoding') === undefined ? [] : ['--compressed']),
    ...(bytes === undefined ? [] : ['--data-binary', isText ? shellWord(bytes.toString('utf8')) : '@-']),
    shellWord(baseUrl + line.target),
  ];
  const command = words.join(' ');
  return isText ? command : `printf %s ${bytes.toString('base64')} | base64 -d | ${command}`;
}

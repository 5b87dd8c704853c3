/**
 * An error response of our own, as latin1 text: a Status body, as clients of this API read errors; no body for a
 * HEAD.
 */
export function statusResponse(
  code: number,
  message: string,
  { closes, method = 'GET' }: { readonly closes: boolean; readonly method?: string },
): string {
  const { phrase, reason } = WORDS[code] ?? { phrase: 'Internal Server Error', reason: 'InternalError' };
  const body = JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    code,
  });
  const head = [
    `HTTP/1.1 ${code} ${phrase}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(closes ? ['Connection: close'] : []),
  ];
  return `${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : Buffer.from(body).toString('latin1')}`;
}

const WORDS: Readonly<Record<number, { readonly phrase: string; readonly reason: string }>> = {
  400: { phrase: 'Bad Request', reason: 'BadRequest' },
  431: { phrase: 'Request Header Fields Too Large', reason: 'BadRequest' },
  502: { phrase: 'Bad Gateway', reason: 'BadGateway' },
  503: { phrase: 'Service Unavailable', reason: 'ServiceUnavailable' },
};

/** Headers that belong to one connection, not to the exchange (RFC 9110, 7.6.1). */
export const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'expect',
  'upgrade',
  'te',
  'trailer',
]);

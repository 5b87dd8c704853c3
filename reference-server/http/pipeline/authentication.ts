import type { ExchangeHandler } from '../serving.ts';

/** Throws `ApiError` 401 unless the caller has one of the tokens, if the server has any. */
export const authentication: ExchangeHandler = ({ request }, { options }) => {
  options.tokens?.require(request.headers.authorization);
  return false;
};

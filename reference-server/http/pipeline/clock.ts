import { CLOCK_PATH, clockResponse } from '../handlers/clock-endpoint.ts';
import { type ExchangeHandler, PLAIN } from '../serving.ts';

export const clock: ExchangeHandler = ({ request, response, target }, { options, send }) => {
  if (target.path !== CLOCK_PATH || options.clock === undefined) return false;
  return clockResponse(request, options.clock).then((time) => {
    send(response, time, PLAIN);
    return true;
  });
};

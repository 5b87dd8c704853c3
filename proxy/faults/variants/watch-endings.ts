import { CutError } from '../cut-error.ts';
import type { FaultyRequest, Variant } from '../fault.ts';
import { variants } from '../named.ts';
import { isOne, namesVersion, selects } from '../requests.ts';

/** After how many events the server moves a client to another one. */
const MOST_EVENTS = 8;

const isTimed = ({ query }: FaultyRequest): boolean => query.has('timeoutSeconds');

/** Whether a watch is about one object, and delivers all of its changes. */
const followsOneObject = (request: FaultyRequest): boolean =>
  isOne(request, 'watch') && !selects(request) && !request.query.has('fieldSelector');

/** Servers that end watches by their events. */
export const WATCH_ENDING_VARIANTS: readonly Variant[] = variants({
  'watches-end-after-eight-events': {
    summary: 'the server properly ends a watch from a version, without timeoutSeconds, after eight events',
    dialect: 'spec',
    hooks: () => ({
      event: (frame, request, stream) => {
        const told = Number(stream.get('told') ?? 0) + 1;
        stream.set('told', told);
        // The version of a removed object may be an old one, from which a client would not go on well.
        const isEnough = told >= MOST_EVENTS && frame.type !== 'DELETED';
        if (isEnough && namesVersion(request) && !isTimed(request)) throw new CutError('end', [frame]);
        return [frame];
      },
    }),
  },
  'watches-of-one-object-end-with-it': {
    summary: 'the server properly ends a watch of one object, without timeoutSeconds, after the event of its removal',
    dialect: 'spec',
    hooks: () => ({
      event: (frame, request) => {
        if (frame.type === 'DELETED' && followsOneObject(request) && !isTimed(request))
          throw new CutError('end', [frame]);
        return [frame];
      },
    }),
  },
});

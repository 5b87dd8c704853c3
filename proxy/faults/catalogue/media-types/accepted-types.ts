import { JSON_TYPE } from '../../../../spec/surface/media-types.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { acceptOf } from '../../requests.ts';
import { asking } from '../../ways.ts';

/** Faults of reads that misread their Accept header. */
export const ACCEPTED_TYPES: readonly Fault[] = faults({
  'quality-of-zero-counts-as-none': {
    summary: 'a media type with q=0 in an Accept header counts as one without q, so it may be the response',
    caughtBy: 'media-types/quality-values-rank-what-is-accepted',
    hooks: asking(
      ({ method }) => method === 'GET',
      (request) => {
        const accept = acceptOf(request);
        if (accept !== '') request.headers['accept'] = accept.replaceAll(/\s*;\s*q=0(?:\.0*)?(?=\s*(?:[,;]|$))/g, '');
      },
    ),
  },
  'pretty-reads-in-yaml-are-answered-in-json': {
    summary: 'a get or a list with pretty=true that accepts YAML gets JSON',
    caughtBy: 'media-types/answer-is-of-the-type-asked-for',
    hooks: asking(
      (request) => request.method === 'GET' && request.query.get('pretty') === 'true',
      (request) => {
        if (acceptOf(request).includes('yaml')) request.headers['accept'] = JSON_TYPE;
      },
    ),
  },
});

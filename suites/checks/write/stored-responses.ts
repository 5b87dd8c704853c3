import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import { differences } from '../../oracle/values/comparison.ts';
import type { History } from '../../oracle/history.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import { BY_PATH, notTheClients } from '../not-the-clients.ts';
import { judgeOutcomes } from './outcome-demands.ts';

/**
 * Judges that later reads show the response of a write: all of it at the same version, and the client's content at a
 * later one.
 */
export function judgeResponses(history: History, ...verbs: readonly UpdateVerb[]): Iterable<Finding> {
  return judgeOutcomes(history, verbs, ({ response, shown }) => {
    if (shown.length < 2) return undefined;
    return {
      shape: 'shown again',
      wrong: ({ content, sameVersion }) => {
        const [differs] = differences(response.content, content, {
          schema: response.gvr.schema,
          ignore: sameVersion ? BY_PATH : notTheClients(response, { content }),
        });
        return differs === undefined
          ? undefined
          : {
              expected: `${differs.path} ${show(differs.expected)}, as in the response`,
              actual: show(differs.actual),
              cause: `${differs.path} differs from the answer`,
            };
      },
    };
  });
}

import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import type { Finding } from '../finding.ts';
import { show } from '../findings.ts';
import { judgeOutcomes } from './outcome-demands.ts';

const IDENTITY = ['uid', 'creationTimestamp', 'name', 'namespace'] as const;

const TYPE = ['kind', 'apiVersion'] as const;

/**
 * Judges that acknowledged writes keep the object's identity: uid, creation time, name and namespace. Their
 * responses have the kind and version of the path.
 */
export function judgeIdentity(history: History, ...verbs: readonly UpdateVerb[]): Iterable<Finding> {
  return judgeOutcomes(history, verbs, ({ before, response, write }) => ({
    shape: 'kept',
    wrong: ({ content }) => {
      for (const member of IDENTITY) {
        const [old, now] = [before.content, content].map((object) => at(object, 'metadata', member) ?? null);
        if (old !== now)
          return {
            expected: `/metadata/${member} ${show(old)}, as before`,
            actual: show(now),
            cause: `/metadata/${member} changes`,
          };
      }
      const odd = TYPE.find((member) => at(response.content, member) !== write.resource[member]);
      return odd === undefined
        ? undefined
        : {
            expected: `${odd} ${show(write.resource[odd])}, as the path has it`,
            actual: show(at(response.content, odd)),
            cause: `/${odd} of the answer`,
          };
    },
  }));
}

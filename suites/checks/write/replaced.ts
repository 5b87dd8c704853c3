import type { Resource } from '../../../spec/surface/resources.ts';
import { differences, missing, surplus } from '../../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import type { History } from '../../oracle/history.ts';
import type { Json, JsonObject } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { sent } from '../responses.ts';
import { type Creation, creations } from '../create/creations.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { show } from '../findings.ts';
import { droppable } from './droppable.ts';
import { foreignPaths } from './foreign-annotations.ts';
import { undecidedInitContainers } from '../init-containers.ts';
import { wrongInitContainerOrder } from './init-container-order.ts';
import { isKept } from './kept-members.ts';
import type { WriteOutcome } from '../fresh-reads.ts';
import { NOT_THE_CLIENTS } from '../not-the-clients.ts';
import { judgeOutcomes, notStored } from './outcome-demands.ts';

/**
 * Judges that a PUT stores exactly its content: omitted map entries are gone, and other omitted members do not keep
 * their value, unless it is their default (documented, or shown by a create). Init containers keep the order that was
 * sent, because they run in it.
 *
 *     before { data: { a: 1, b: 2 } }   PUT { data: { a: 3 } }   wrong: { data: { a: 3, b: 2 } }
 */
export function judgeReplaced(history: History, { choices }: CheckContext): Iterable<Finding> {
  const made = creations(history);
  const observed = observedStateOf(history);
  return judgeOutcomes(history, ['replace'], ({ exchange, before, write, key }) => {
    const body = sent(exchange);
    if (body === undefined) return undefined;
    const options = {
      schema: write.resource.schema,
      ignore: [
        ...NOT_THE_CLIENTS,
        ...unshown(body),
        ...foreignPaths(observed, key),
        ...undecidedInitContainers(key.kind, choices),
        ...droppable(key.kind, body),
      ],
    };
    let defaults: JsonObject | undefined;
    const known = {
      before: before.content,
      asked: body,
      // Only a member that stayed asks for them.
      get defaults() {
        return (defaults ??= withDocumentedDefaults(write.resource, body, choices));
      },
      alike: madeAlike(made, write.resource),
    };
    const kept = (path: string, value: Json): boolean => isKept(path, value, known);
    return {
      shape: shapeOf({ before, body }),
      wrong: ({ content }) => {
        const [lost] = missing(body, content, options);
        if (lost !== undefined) return notStored(lost);
        const moved = wrongInitContainerOrder(key.kind, body, content, choices);
        if (moved !== undefined) return moved;
        const [left] = surplus(body, content, { ...options, mayBeDefault: (path, value) => !kept(path, value) });
        return left === undefined
          ? undefined
          : {
              expected: `${left.path} is gone, for it was not sent`,
              actual: show(left.actual),
              cause: `${left.path} is kept`,
            };
      },
    };
  });
}

/**
 * Creates that show the defaults of a resource: those through the resource itself, or else through another group
 * version of the kind, whose defaults may differ.
 */
export function madeAlike(made: readonly Creation[], resource: Resource): readonly Creation[] {
  const ofKind = made.filter(({ exchange: { call } }) => call.resource.kind === resource.kind);
  const ofResource = ofKind.filter(({ exchange: { call } }) => call.resource.id === resource.id);
  return ofResource.length > 0 ? ofResource : ofKind;
}

function shapeOf({ before, body }: { readonly before: WriteOutcome['before']; readonly body: JsonObject }): string {
  const first = differences(before.content, body, { schema: before.gvr.schema, ignore: NOT_THE_CLIENTS }).find(
    ({ actual }) => actual === undefined,
  );
  return first === undefined ? 'nothing taken away' : `without ${first.path.split('/').slice(1, 3).join('/')}`;
}

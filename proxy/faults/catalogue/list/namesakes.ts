import { copyOf, isObject, itemsOf, keyOf, metadataOf, succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne, isPlainList, isWrite } from '../../requests.ts';

/** Faults of lists that take one object for its namesake of another kind. */
export const NAMESAKES: readonly Fault[] = faults({
  'listed-annotations-are-those-of-a-namesake': {
    summary: 'a list shows an object with the annotations of a namesake of another kind that was written later',
    caughtBy: 'list/items-are-what-get-shows',
    hooks: () => {
      const written = new Map<string, { readonly kind: string | undefined; readonly annotations: unknown }>();
      return {
        response: (response, request) => {
          const kind = request.call?.resource?.kind;
          if (kind === undefined || !succeeded(response)) return;
          if (isOne(request, 'delete')) {
            const key = `${request.call?.namespace ?? ''}/${request.call?.name ?? ''}`;
            if (written.get(key)?.kind === kind) written.delete(key);
          } else if (isWrite(request) && isObject(response.json) && metadataOf(response.json)['uid'] !== undefined)
            written.set(keyOf(response.json), { kind, annotations: copyOf(metadataOf(response.json)['annotations']) });
          if (!isPlainList(request)) return;
          for (const item of itemsOf(response) ?? []) {
            const last = written.get(keyOf(item));
            if (last !== undefined && last.kind !== kind && last.annotations !== undefined)
              metadataOf(item)['annotations'] = copyOf(last.annotations);
          }
        },
      };
    },
  },
});

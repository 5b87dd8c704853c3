import { metadataOf, succeeded } from '../bend.ts';
import type { Hooks } from '../fault.ts';

/** Objects in responses on the path of a subresource have that path as their link. */
export function subresourceLinks(): Hooks {
  return {
    response: (answered, { path }) => {
      const metadata = metadataOf(answered.json);
      if (path.endsWith('/status') && succeeded(answered) && typeof metadata['selfLink'] === 'string')
        metadata['selfLink'] = path;
    },
  };
}

import { metadataOf, succeeded } from '../bend.ts';
import type { Hooks } from '../fault.ts';

/** Objects in responses on the path of a subresource have that path as their link. */
export function subresourceLinks(): Hooks {
  return {
    response: (response, { path }) => {
      const metadata = metadataOf(response.json);
      if (path.endsWith('/status') && succeeded(response) && typeof metadata['selfLink'] === 'string')
        metadata['selfLink'] = path;
    },
  };
}

import { metadataOf, succeeded } from '../bend.ts';
import type { Hooks } from '../fault.ts';

/** What is answered on the path of a subresource names that path as its own. */
export function subresourceLinks(): Hooks {
  return {
    response: (answered, { path }) => {
      const metadata = metadataOf(answered.json);
      if (path.endsWith('/status') && succeeded(answered) && typeof metadata['selfLink'] === 'string')
        metadata['selfLink'] = path;
    },
  };
}

import type { Hooks } from '../fault.ts';

/** JSON printed anew; other text as it is. */
export function reprinted(print: (text: string) => string): Hooks {
  return {
    parts: (bytes) => {
      const text = bytes.toString('utf8');
      return [text.startsWith('{') ? Buffer.from(print(text)) : bytes];
    },
  };
}

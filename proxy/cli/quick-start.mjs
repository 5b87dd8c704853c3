/** `pnpm proxy`, quickly: see `quickStart`. It may run for days, and imports nothing late. */
import { quickStart } from '../../fixtures/formats/quick-start.mjs';

await quickStart({ name: 'proxy', entries: { main: 'proxy/cli/main.ts' } }, 'main');

/** `pnpm reference-server`, quickly: see `quickStart`. It may run for days, and imports nothing late. */
import { quickStart } from '../../fixtures/formats/quick-start.mjs';

await quickStart({ name: 'reference-server', entries: { main: 'reference-server/cli/main.ts' } }, 'main');

/** `pnpm conformance`, quickly: see `quickStart`. */
import { quickStart } from '../../shared/process/quick-start.mjs';
import { PROGRAMS } from '../../shared/process/programs.mjs';

await quickStart(PROGRAMS.suite, 'conformance');

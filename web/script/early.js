// Runs before anything is shown, so that nothing changes its looks afterwards.

import { recallChoices } from "./choices.js";

recallChoices();

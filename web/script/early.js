// Runs before anything is shown, so that nothing changes its looks afterwards.

import { recallChoices } from "./choices.js";
import { isEmbedded } from "./embed.js";
import { goToOwnLanguage } from "./language.js";

recallChoices();
if (isEmbedded()) document.documentElement.dataset.embed = "";
goToOwnLanguage();

// The page that stands for a course around an exercise; see web/EMBED.md.

const frame = /** @type {HTMLIFrameElement} */ (document.getElementById("demo-frame"));
const log = /** @type {HTMLElement} */ (document.getElementById("demo-log"));
const settings = /** @type {HTMLFormElement} */ (document.querySelector("[data-demo-configure]"));

const exercise = new URL(`${frame.dataset["src"]}?embed=${location.origin}`, document.baseURI);
exercise.hash = location.hash || "exercise=first-question";
const site = exercise.origin;

addEventListener("message", ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== site || data?.askback !== 1) return;
  if (data.type === "resize") frame.height = data.height;
  const line = document.createElement("li");
  line.textContent = JSON.stringify(data);
  log.append(line);
  log.scrollTop = log.scrollHeight;
});

settings.addEventListener("submit", (event) => {
  event.preventDefault();
  tell({ type: "configure", learner: String(new FormData(settings).get("learner")) });
});
document.querySelector("[data-demo-reset]")?.addEventListener("click", () => tell({ type: "reset" }));

frame.src = exercise.href;

/** @param {Record<string, string>} message */
function tell(message) {
  frame.contentWindow?.postMessage({ askback: 1, ...message }, site);
}

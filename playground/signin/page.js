// Tells the server that the person with the token of this page is done. The token
// stands behind the "#", so it has not been sent anywhere yet.

const button = document.querySelector("button");
const status = document.querySelector("[role=status]");

button?.addEventListener("click", async () => {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  const answer = await fetch("done", { method: "POST", body: token }).catch(() => undefined);
  if (status) status.textContent = answer ? await answer.text() : "The server is gone. Start it again and call the tool again.";
});

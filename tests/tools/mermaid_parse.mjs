// Reads a JSON list of Mermaid texts; prints a JSON list of what Mermaid's own parser says of each: null, or why not.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(pathToFileURL(process.argv[2] + "/"));
const { JSDOM } = require("jsdom");
const { window } = new JSDOM("");
globalThis.window = window;
globalThis.document = window.document;
const { default: mermaid } = await import(pathToFileURL(require.resolve("mermaid")));

let text = "";
for await (const chunk of process.stdin) text += chunk;
const said = [];
for (const one of JSON.parse(text)) {
  try {
    await mermaid.parse(one);
    said.push(null);
  } catch (error) {
    said.push(String(error.message ?? error));
  }
}
console.log(JSON.stringify(said));

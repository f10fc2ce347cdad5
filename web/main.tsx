// Starts Python, then draws the page. Wires the parts together; refuses to decide anything itself.
import { createApp } from "./state/app.ts";
import { drawOver } from "./panels/adopt.tsx";
import { arrange } from "./panels/desk.ts";
import { acceptDrops } from "./panels/drop.ts";

// First of all: Python's start takes the longest, and nothing below may hold it back.
const app = createApp();
arrange();
acceptDrops((file) => void app.dropWheel(file));
const root = document.getElementById("page");
if (root === null) throw new Error("index.html has no element with the id page");
drawOver(root, app);

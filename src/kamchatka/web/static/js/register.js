// The register: filtered as you type.
import { sifting } from "./sift.js";

/** @type {HTMLFormElement | null} */
const tools = document.querySelector("#cerca-persone");
if (tools) sifting(tools, () => /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#persone tbody tr")]));

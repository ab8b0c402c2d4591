// @ts-check

/** Whether the page holds something typed that was not sent, outside of one form. @param {Element} [except] */
export function isTyping(except) {
  // A refused form comes back with its fields as they were typed.
  const refused = document.querySelector("main form:is([data-draft=kept], [data-draft=told])");
  if (refused && refused !== except) return true;
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("main :is(input, textarea, select)"));
  return [...fields].some((field) => {
    if (except?.contains(field)) return false;
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const first = field.multiple ? -1 : Math.max(0, options.findIndex((option) => option.defaultSelected));
      return options.some((option, at) => option.selected !== (field.multiple ? option.defaultSelected : at === first));
    }
    if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
    return field.type !== "hidden" && field.value !== field.defaultValue;
  });
}

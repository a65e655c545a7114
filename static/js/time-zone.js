/* Suggests the browser's own time zone where a form asks for one and nothing better is known. */
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
for (const field of document.querySelectorAll("[data-guess-time-zone]")) {
  const unknown = field.value === "" || field.value === "UTC";
  const offered = field.tagName !== "SELECT" || [...field.options].some((option) => option.value === zone);
  if (zone && unknown && offered) field.value = zone;
}

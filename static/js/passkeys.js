/* Says so when a passkey did not work; the account library asks the browser for it (mfa/js/webauthn.js). */
document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  document.getElementById("no_passkey").hidden = false;
});

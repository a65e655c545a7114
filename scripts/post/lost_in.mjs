// List the HTML features that mail programs do not support, by the data of caniemail.com.
// Standard input: {name: html}. Standard output: {feature: [program, …]}. Programs missing in the data are skipped.
import { readFileSync } from "node:fs";
import { caniemail } from "caniemail";

const PROGRAMS = [
  "gmail.android", "gmail.desktop-webmail", "gmail.ios", "gmail.mobile-webmail",
  "outlook.windows", "outlook.macos", "outlook.outlook-com", "outlook.ios", "outlook.android",
  "apple-mail.macos", "apple-mail.ios", "thunderbird.macos", "samsung-email.android",
  "yahoo.desktop-webmail", "yahoo.ios", "yahoo.android", "aol.desktop-webmail", "fastmail.desktop-webmail",
  "protonmail.desktop-webmail", "protonmail.ios", "gmx.desktop-webmail", "web-de.desktop-webmail", "orange.desktop-webmail",
];

const lost = {};
for (const html of Object.values(JSON.parse(readFileSync(0, "utf8")))) {
  for (const program of PROGRAMS) {
    try {
      const { issues } = caniemail({ clients: [program], html });
      for (const { title } of issues.errors.get(program) ?? []) (lost[title] ??= new Set()).add(program);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(lost).map(([title, programs]) => [title, [...programs]]))));

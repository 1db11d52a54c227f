import type { Case } from './notation.ts';

/** Prompts that were written down before the reader was built, and that it met when it was finished. */
export const firstSight: readonly Case[] = [
  [
    "Edit the shipping address of order #10482 to '7 Quay Street, Galway'.",
    `change edit! | order "#10482" | - | shipping address = "7 Quay Street, Galway"`,
  ],
  [
    "Disable the 'Allow guest checkout' option in the store settings.",
    `change disable! | - | store settings | Allow guest checkout = off`,
  ],
  [
    'Navigate to the Approvals view and reject the expense report from Lena Voss with the reason "Receipt missing, please resend."',
    `act reject! | expense report {from Lena Voss} | view "Approvals" | reason = "Receipt missing, please resend."`,
  ],
  [
    "Create a new automation named 'Close stale tickets' with trigger 'Daily' and delay 14 days.",
    `create create! | automation "Close stale tickets" | - | trigger = "Daily" ; delay = "14" days`,
  ],
  ['Pin the note about parking to the top', `act pin! | note {about parking} | top | -`],
  ["Block the sender 'deals@spam.example'", `act block! | sender "deals@spam.example" | - | -`],
  [
    "Set the reminder for the 'Dentist' event to 30 minutes before",
    `change set! | event "Dentist" | - | reminder = "30" minutes before`,
  ],
  [
    "Add the product 'Oak tray' to the collection 'Kitchen'",
    `create add! | product "Oak tray" | collection "Kitchen" | -`,
  ],
  [
    "Switch the chart type from bars to lines on the 'Revenue' dashboard.",
    `change switch! | dashboard "Revenue" | - | chart type = lines (was bars)`,
  ],
  [
    "Invite 'mo@team.example' as an editor to the workspace 'Atlas'",
    `create invite! | "mo@team.example" | workspace "Atlas" | = editor`,
  ],
  [
    "Schedule a meeting titled 'Design, review and next steps' for Tuesday at 3pm with Ola Berg",
    `create schedule! | meeting "Design, review and next steps" | - | for = Tuesday ; at = "3pm" ; with = Ola Berg`,
  ],
  ["Flag the transaction of $48.20 as 'Disputed'", `change flag! | transaction "$48.20" | - | = "Disputed"`],
  [
    'Turn off read receipts and typing indicators',
    `change turn off! | - | - | read receipts = off ; typing indicators = off`,
  ],
  [
    "Lock the layer named 'Grid' and hide the layer named 'Guides'.",
    `act lock! | layer "Grid" | - | -`,
    `act hide! | layer "Guides" | - | -`,
  ],
  ["Change Sara Lim's role to Admin", `change change! | "Sara Lim" | - | role = Admin`],
  ['I would like to see how the visitor signs up and what it costs'],
  ['Show me creating a folder called "Taxes 2026"', `create create! | folder "Taxes 2026" | - | -`],
  [
    "Write a comment on the 'Logo v3' file that says 'Love the new curve, ship it.'",
    `create write! | comment "Love the new curve, ship it." | file "Logo v3" | -`,
  ],
  [
    "Uncheck the box 'Share usage data' under Privacy",
    `change uncheck! | - | "Privacy" | Share usage data = off`,
  ],
  ["Open the 'Payroll' tab, then export the list as CSV", `act export! | list | tab "Payroll" | = CSV`],
  ["Update the price of the 'Starter' plan to $19", `change update! | plan "Starter" | - | price = "$19"`],
  ["Make the 'Roadmap' page public", `change make! | page "Roadmap" | - | = public`],
  ["Delete the draft 'Old newsletter'", `act delete! | draft "Old newsletter" | - | -`],
  ['Look at the reviews and then the opening hours'],
  [
    'Setze die Priorität des Tickets „Drucker defekt“ auf „Hoch“ und weise es Maria Kern zu.',
    `change setze! | tickets "Drucker defekt" | - | Priorität = "Hoch"`,
    `change weise zu! | tickets "Drucker defekt" | - | = Maria Kern`,
  ],
  [
    'Marca la tarea "Enviar factura" como completada',
    `change marca! | tarea "Enviar factura" | - | = completada`,
  ],
  [
    'Renomme le dossier « Photos » en « Archives »',
    `change renomme! | dossier "Photos" | - | name = "Archives"`,
  ],
  ['Schakel de donkere modus in', `change schakel in! | - | - | donkere modus = on`],
  ["Add 3 tickets for 'Swan Lake' to the basket", `create add! | tickets "Swan Lake" | basket | = "3"`],
  [
    "Film somebody who archives the project 'Atlas' and restores it.",
    `act archive! | project "Atlas" | - | -`,
    `act restore! | project "Atlas" | - | -`,
  ],
];

import type { Case } from './notation.ts';

/** Prompts that were written down when the reader was finished, and then read once before anything was mended. */
export const last: readonly Case[] = [
  [
    "Change the greeting of the voicemail box 'Sales' to 'We are out, back on Monday.'",
    `change change! | voicemail box "Sales" | - | greeting = "We are out, back on Monday."`,
  ],
  [
    "Add a second phone number '555-0188' to the contact 'Rita Moss'",
    `create add! | phone number "555-0188" #2 | contact "Rita Moss" | -`,
  ],
  [
    'Turn off autoplay for the podcast "Deep Field"',
    `change turn off! | podcast "Deep Field" | - | autoplay = off`,
  ],
  ["Unpublish the article 'Spring menu' on the blog", `act unpublish! | article "Spring menu" | blog | -`],
  [
    "In the 'Inventory' tab, set the stock of 'Blue mug' to 42.",
    `change set! | "Blue mug" | tab "Inventory" | stock = "42"`,
  ],
  [
    "Transfer $75 from the 'Holiday' pot to the 'Bills' pot",
    `act transfer! | "$75" | - | from = "Holiday" pot ; to = "Bills" pot`,
  ],
  [
    "Swap the cover image of the album 'Lakes' with 'sunset.jpg'",
    `act swap! | cover image | album "Lakes" | with = "sunset.jpg"`,
  ],
  [
    'Log a call with Nadia Ruiz about the renewal',
    `create log! | call {about the renewal} | - | with = Nadia Ruiz`,
  ],
  [
    'Set the out-of-office message to "Back on 4 May. For urgent things, call Ben." and turn it on',
    `change set! | - | - | out-of-office message = "Back on 4 May. For urgent things, call Ben."`,
    `change turn on! | - | - | = on`,
  ],
  [
    "Rename the column 'Doing' on the 'Ops' board to 'In progress'",
    `change rename! | column "Doing" | board "Ops" | name = "In progress"`,
  ],
  ["Select the 'Hero' section and duplicate it", `act duplicate! | section "Hero" | - | -`],
  ['Give Ann Lee the Editor role', `change give! | "Ann Lee" | - | role = Editor`],
  [
    "Select the banners 'Spring' and 'Autumn' and archive them",
    `act archive! | banner "Spring" | - | -`,
    `act archive! | banner "Autumn" | - | -`,
  ],
  [
    "Open the order #3381, click 'Refund' and enter 12.50 as the amount",
    `act click | "Refund" | order "#3381" | -`,
    `change enter | order "#3381" | - | amount = "12.50"`,
  ],
  ["Give the role 'Reviewer' to Timo Hart", `act give! | role "Reviewer" | "Timo Hart" | -`],
  ["Remove the tag 'beta' from the feature 'Export'", `act remove! | tag "beta" | feature "Export" | -`],
  [
    'Reschedule the appointment of Mrs. Oduya from Monday 9:00 to Tuesday 10:30',
    `change reschedule! | appointment "Mrs. Oduya" | - | = "Tuesday 10:30" (was Monday 9:00)`,
  ],
  [
    "Create an expense of €34.20 in the category 'Travel' with date 2026-02-11 and note 'Taxi'",
    `create create! | expense "€34.20" | category "Travel" | date = "2026-02-11" ; note = "Taxi"`,
  ],
  ["Please make the spreadsheet 'Rota' read-only", `change make! | spreadsheet "Rota" | - | = read-only`],
  [
    "Upload a photo named 'door.png' to the listing 'Mill House'",
    `create upload! | photo "door.png" | listing "Mill House" | -`,
  ],
  [
    "Check the box 'I agree' and submit the form",
    `change check! | - | - | I agree = on`,
    `act submit! | form | - | -`,
  ],
  ["Show how the team lead moves the ticket 'VPN' to 'Done'", `change move | ticket "VPN" | - | = "Done"`],
  [
    'Enable two-factor authentication on the Security page',
    `change enable! | page "Security" | - | two-factor authentication = on`,
  ],
  [
    "Set the priority to P1, the owner to 'Lea' and the due date to 2026-06-01 for the bug 'Login loop'",
    `change set! | bug "Login loop" | - | priority = "P1" ; owner = "Lea" ; due date = "2026-06-01"`,
  ],
  ['Explore the dashboard and the reports'],
  ['What can I do with the free plan?'],
  ['A quick tour: pricing first, then testimonials'],
  [
    'Füge der Aufgabe „Umzug“ den Kommentar „Kartons bestellt“ hinzu',
    `create füge hinzu! | kommentar "Kartons bestellt" | aufgabe "Umzug" | -`,
  ],
  [
    'Supprime le contact « Jean Roy » du groupe « Famille »',
    `act supprime! | contact "Jean Roy" | groupe "Famille" | -`,
  ],
  ['Mueve la tarjeta "Logo" a la lista "Hecho"', `change mueve! | tarjeta "Logo" | - | lista = "Hecho"`],
  [
    'Crea un progetto chiamato "Trasloco" con scadenza 12/05/2026',
    `create crea! | progetto "Trasloco" | - | scadenza = "12/05/2026"`,
  ],
  ['Arquive a conversa com Rita Sá', `act arquive! | conversa {com Rita Sá} | - | -`],
];

import type { Case } from './notation.ts';

/** Prompts by topic, for what the first sixty do not show. */
export const more: readonly Case[] = [
  // Quotations keep all that stands between their marks.
  [
    `Set the subject of the campaign 'Autumn' to "Don't miss it: 20% off, today and tomorrow."`,
    `change set! | campaign "Autumn" | - | subject = "Don't miss it: 20% off, today and tomorrow."`,
  ],
  [
    "Rename the folder 'Owners' meeting' to 'Owners' and tenants' meeting'.",
    `change rename! | folder "Owners' meeting" | - | name = "Owners' and tenants' meeting"`,
  ],
  [
    "Change the note of the visit 'Boiler' to 'The tenant's radiator leaks. Call back.'",
    `change change! | visit "Boiler" | - | note = "The tenant's radiator leaks. Call back."`,
  ],
  [
    'Add a step named “Check “fragile” labels” to the checklist ‘Packing’',
    `create add! | step "Check “fragile” labels" | checklist "Packing" | -`,
  ],
  [
    "Update the snippet 'Greeting' to 'print(\"Hi, you\")'",
    `change update! | snippet "Greeting" | - | = "print("Hi, you")"`,
  ],
  // Numbers, units, codes and dates.
  ['Set the volume to 35%', `change set! | - | - | volume = "35" %`],
  [
    "Set the letter spacing of the heading 'Intro' to -0.5 px",
    `change set! | heading "Intro" | - | letter spacing = "-0.5" px`,
  ],
  [
    "Change the accent colour of the 'Night' theme from #112233 to #445566",
    `change change! | theme "Night" | - | accent colour = "#445566" (was #112233)`,
  ],
  [
    "Set the deadline of the goal 'Run 10k' to 3 September 2026",
    `change set! | goal "Run 10k" | - | deadline = "3 September 2026"`,
  ],
  ['Set the budget to €1,250.50', `change set! | - | - | budget = "€1,250.50"`],
  ["Change the ratio of the crop 'Banner' to 16:9", `change change! | crop "Banner" | - | ratio = "16:9"`],
  [
    "Add a reading for the meter 'Cellar' with pressure 2.4 in bar and temperature 18",
    `create add! | reading | meter "Cellar" | pressure = "2.4" bar ; temperature = "18"`,
  ],
  // Places, the outermost first.
  [
    "On the 'Floor plan' page of the 'Office' document, lock the shape 'Desk 4'.",
    `act lock! | shape "Desk 4" | document "Office" > page "Floor plan" | -`,
  ],
  [
    "Archive the lead 'Oak & Sons' in the 'Cold' column on the 'Sales' board",
    `act archive! | lead "Oak & Sons" | board "Sales" > column "Cold" | -`,
  ],
  [
    "Add the allergen 'Sesame' to guest Mira Holt's profile",
    `create add! | allergen "Sesame" | guest "Mira Holt" > profile | -`,
  ],
  ["Add a seat after the seat '12A'", `create add! | seat | seat "12A" {after} | -`],
  [
    'Go to Settings, open the Privacy tab and disable ad tracking',
    `change disable! | - | "Settings" > tab "Privacy" | ad tracking = off`,
  ],
  [
    'In the notification preferences, turn on weekly summaries and turn off product news.',
    `change turn on! | - | notification preferences | weekly summaries = on`,
    `change turn off! | - | notification preferences | product news = off`,
  ],
  // What was selected or opened before.
  [
    "Select the 'Title' text box, make it bold and set its size to 32.",
    `change make! | text box "Title" | - | = bold`,
    `change set! | text box "Title" | - | size = "32"`,
  ],
  [
    "Open the customer 'Lotte Maas' and update her phone number to '+31 6 1234'",
    `change update! | customer "Lotte Maas" | - | phone number = "+31 6 1234"`,
  ],
  [
    "Edit the plan 'Basic' to change its price to $9 and its limit to 50",
    `change change! | plan "Basic" | - | price = "$9" ; limit = "50"`,
  ],
  ['Find the invoice INV-2041 and mark it as paid', `change mark! | invoice "INV-2041" | - | = paid`],
  [
    "Open the 'Ideas' board and add a card 'Podcast' with label 'Media'",
    `create add! | card "Podcast" | board "Ideas" | label = "Media"`,
  ],
  [
    "Create a team named 'Night shift'. Set the lead to 'Amir' and the size to 6.",
    `create create! | team "Night shift" | - | lead = "Amir" ; size = "6"`,
  ],
  [
    "Add a new booking for room 12. Choose 'Breakfast' as the meal plan.",
    `create add! | booking | room "12" | meal plan = "Breakfast"`,
  ],
  // Verbs that say the value, particles, gerunds.
  ['Turn dark mode off in Settings', `change turn off! | - | "Settings" | dark mode = off`],
  [
    "Enable the 'Auto-save' toggle for the notebook 'Lab'",
    `change enable! | notebook "Lab" | - | Auto-save = on`,
  ],
  ["Deactivate the user 'k.berg'", `change deactivate! | user "k.berg" | - | = off`],
  ["Check in the guest 'Ana Roth'", `act check in! | guest "Ana Roth" | - | -`],
  [
    "Verify the phone ending in 4410 by entering the code '993311'",
    `act verify! | phone {ending in 4410} | - | code = "993311"`,
  ],
  ["Set 'Cash' as the preferred payment method", `change set! | - | - | preferred payment method = "Cash"`],
  ["Mark the lesson 'Fractions' complete", `change mark! | lesson "Fractions" | - | = complete`],
  ['Flag it as urgent', `change flag! | - | - | = urgent`],
  [
    "Assign the task 'Clean filters' to Bo and set its priority to high",
    `change assign! | task "Clean filters" | - | = Bo`,
    `change set! | task "Clean filters" | - | priority = high`,
  ],
  [
    "Move the file 'budget.xlsx' from 'Drafts' to the 'Final' folder",
    `change move! | file "budget.xlsx" | - | = "Final" folder (was Drafts)`,
  ],
  // Acts, known and unknown.
  ['Convert 250 CHF to SEK', `act convert! | "250 CHF" | - | to = SEK`],
  ["Vote for 'Lemon cake' in the poll 'Dessert'", `act vote for! | "Lemon cake" | poll "Dessert" | -`],
  ["Defrost the 'Garage' freezer", `act defrost! | freezer "Garage" | - | -`],
  [
    "Recalibrate the scale 'Bay 3' with weight 20 kg",
    `act recalibrate! | scale "Bay 3" | - | weight = "20" kg`,
  ],
  [
    "Decline the invitation from Ravi with the message 'On leave that week.'",
    `act decline! | invitation {from Ravi} | - | message = "On leave that week."`,
  ],
  [
    "Archive 'Old logo' and 'Old banner'",
    `act archive! | "Old logo" | - | -`,
    `act archive! | "Old banner" | - | -`,
  ],
  [
    "Resolve the thread by Ken Abe that says 'Typo, page 2'",
    `act resolve! | thread {by Ken Abe; that says 'Typo, page 2'} | - | -`,
  ],
  [
    "Send the quote 'Q-77' to lee@shop.example with the message 'As agreed.'",
    `act send! | quote "Q-77" | - | to = "lee@shop.example" ; message = "As agreed."`,
  ],
  ["Delete the last row of the table 'Costs'", `act delete! | row #-1 | table "Costs" | -`],
  [
    "Unfollow the topic 'Crypto'; then follow the topic 'Gardening'",
    `act unfollow! | topic "Crypto" | - | -`,
    `act follow! | topic "Gardening" | - | -`,
  ],
  // Forms that are made.
  [
    "Create a webhook for event 'order.paid' with URL https://hooks.example/in and retries 3",
    `create create! | webhook | event "order.paid" | URL = "https://hooks.example/in" ; retries = "3"`,
  ],
  [
    'Book a desk at Harbour Hub for 12 May 2026 with parking enabled',
    `create book! | desk | "Harbour Hub" | for = "12 May 2026" ; parking = on`,
  ],
  [
    "Write a review titled 'Solid' with rating 4, pros 'Light, quiet' and cons 'Price'",
    `create write! | review "Solid" | - | rating = "4" ; pros = "Light, quiet" ; cons = "Price"`,
  ],
  [
    'Add a coupon SAVE10 with a discount of 10% and no minimum order',
    `create add! | coupon "SAVE10" | - | discount = "10" % ; minimum order = off`,
  ],
  [
    "Create a survey question 'How did you hear of us?' using the 'Multiple choice' type",
    `create create! | survey question "How did you hear of us?" | - | type = "Multiple choice"`,
  ],
  // What is said around an order, and whether it is to be done.
  ["I'd like you to archive the project 'Tern', please", `act archive! | project "Tern" | - | -`],
  ["Demo: create a tag called 'VIP'", `create create! | tag "VIP" | - | -`],
  [
    "Make a 20-second video in which someone adds a member named 'Uma' to the team 'Core'",
    `create add! | member "Uma" | team "Core" | -`,
  ],
  ["I want to see how to set the timezone to 'Lima'", `change set | - | - | timezone = "Lima"`],
  ['Explain how a manager can approve the timesheet of Jo Bell', `act approve | timesheet "Jo Bell" | - | -`],
  ["Type 'wool socks' into the search box", `change type | - | - | search = "wool socks"`],
  [
    'Turn on captions and show the player',
    `change turn on! | - | - | captions = on`,
    `open show | player | - | -`,
  ],
  // Wishes for a film.
  ['How does the refund work?'],
  ['Features, pricing and a contact form'],
  ['Make a short teaser for our app'],
  ['scroll through the gallery and stop at the team'],
  ['walk through the page, but skip the testimonials'],
  ['Booking page'],
  // Other languages.
  [
    'Schalte den Dunkelmodus in den Einstellungen aus',
    `change schalte aus! | - | "Einstellungen" | Dunkelmodus = off`,
  ],
  [
    'Erstelle ein Projekt namens „Umzug“ mit der Priorität „Hoch“',
    `create erstelle! | projekt "Umzug" | - | Priorität = "Hoch"`,
  ],
  ['Markiere die Rechnung „R-17“ als bezahlt', `change markiere! | rechnung "R-17" | - | = bezahlt`],
  [
    'Lehne den Antrag von Jana Wolf mit dem Grund „Zu spät“ ab',
    `act lehne ab! | antrag "Jana Wolf" | - | Grund = "Zu spät"`,
  ],
  [
    'Benenne die Liste „Einkauf“ in „Wocheneinkauf“ um',
    `change benenne um! | liste "Einkauf" | - | name = "Wocheneinkauf"`,
  ],
  [
    'Change le statut de la commande « 118 » de Ouverte à Livrée',
    `change change! | commande "118" | - | statut = Livrée (was Ouverte)`,
  ],
  [
    "Ajoute l'étiquette « Urgent » à la tâche « Devis »",
    `create ajoute! | étiquette "Urgent" | tâche "Devis" | -`,
  ],
  ['Montre comment dupliquer le modèle « Facture »', `act dupliquer | modèle "Facture" | - | -`],
  [
    'Cambia la prioridad de la tarea "Llamar" a "Alta"',
    `change cambia! | tarea "Llamar" | - | prioridad = "Alta"`,
  ],
  ['Desactiva el modo oscuro en los ajustes', `change desactiva! | - | ajustes | modo oscuro = off`],
  [
    'Imposta la lingua su Inglese nelle impostazioni',
    `change imposta! | - | impostazioni | lingua = Inglese`,
  ],
  [
    "Rinomina l'attività «Spesa» in «Spesa grande»",
    `change rinomina! | attività "Spesa" | - | name = "Spesa grande"`,
  ],
  ['Ative as notificações por e-mail', `change ative! | - | - | notificações por e-mail = on`],
  ['Altere o estado do pedido "88" para "Enviado"', `change altere! | pedido "88" | - | estado = "Enviado"`],
  ['Zet de status van de taak "Offerte" op "Klaar"', `change zet! | taak "Offerte" | - | status = "Klaar"`],
  ['Maak een label met de naam "Spoed"', `create maak! | label "Spoed" | - | -`],
  ['Keur het verzoek van Daan Smit goed', `act keur goed! | verzoek "Daan Smit" | - | -`],
  [
    'Add the tag "fragile" to the parcel about the keys lost at sea',
    `create add! | tag "fragile" | parcel {about the keys lost; at sea} | -`,
  ],
  [
    'Make the parcel "Oak" visible to the crew: turn its seal off.',
    `change turn off! | parcel "Oak" | - | seal = off`,
  ],
  ['Mark the Vega on Elbe berth as free', `change mark! | berth "Vega on Elbe" | - | = free`],
];

import type { Case } from './notation.ts';

/** Prompts that the reader was built with. */
export const worked: readonly Case[] = [
  [
    "Rename the board 'Spring launch' to 'Summer launch'.",
    `change rename! | board "Spring launch" | - | name = "Summer launch"`,
  ],
  [
    "Change the due date of the task 'Order badges' on the 'Conference' board from 2026-03-01 to 2026-03-15.",
    `change change! | task "Order badges" | board "Conference" | due date = "2026-03-15" (was 2026-03-01)`,
  ],
  ['Turn on dark mode in Settings', `change turn on! | - | "Settings" | dark mode = on`],
  ['Go to Settings and turn off e-mail digests.', `change turn off! | - | "Settings" | e-mail digests = off`],
  [
    'Create a label named "Urgent" with color #FF3300',
    `create create! | label "Urgent" | - | color = "#FF3300"`,
  ],
  [
    "Add a new contact named 'Ines Prado' with phone number '+351 912 000 111' and company 'Casa Verde' to the group 'Suppliers'.",
    `create add! | contact "Ines Prado" | group "Suppliers" | phone number = "+351 912 000 111" ; company = "Casa Verde"`,
  ],
  [
    'Archive the conversation with subject "Lunch, Thursday?"',
    `act archive! | conversation "Lunch, Thursday?" | - | -`,
  ],
  ['Star the message from Pia Lund', `act star! | message {from Pia Lund} | - | -`],
  [
    "Snooze the 'Quarterly numbers' thread until Monday",
    `act snooze! | thread "Quarterly numbers" | - | = Monday`,
  ],
  ["Mark the 'Renew passport' task as done.", `change mark! | task "Renew passport" | - | = done`],
  [
    "Select the 'Logo' frame and set its width to 240 and height to 120.",
    `change set! | frame "Logo" | - | width = "240" ; height = "120"`,
  ],
  [
    "Open the deal 'Harbor Hotel' and change its stage from Proposal to Negotiation, then add a note 'Sent the revised offer.'",
    `change change! | deal "Harbor Hotel" | - | stage = Negotiation (was Proposal)`,
    `create add! | note "Sent the revised offer." | deal "Harbor Hotel" | -`,
  ],
  [
    'In the billing settings, change the invoice language to French.',
    `change change! | - | billing settings | invoice language = French`,
  ],
  ["Make 'Warehouse B' the default location", `change make! | - | - | default location = "Warehouse B"`],
  ["Move the card 'Fix checkout' to 'In review'.", `change move! | card "Fix checkout" | - | = "In review"`],
  [
    "Assign the ticket 'Printer offline' to Noor Aziz",
    `change assign! | ticket "Printer offline" | - | = Noor Aziz`,
  ],
  [
    'Please show how to create an event called "Team breakfast" on 14 May 2026 at 09:00',
    `create create | event "Team breakfast" | - | on = "14 May 2026" ; at = "09:00"`,
  ],
  [
    "Reply to the review by Gus Ochoa with the text 'Thanks, we\\'ll fix it.'".replaceAll('\\', ''),
    `act reply to! | review {by Gus Ochoa} | - | text = "Thanks, we'll fix it."`,
  ],
  ['Show the pricing'],
  ['A calm tour of the page'],
  [
    "Duplicate the form 'Visitor survey' and rename it to 'Staff survey'",
    `act duplicate! | form "Visitor survey" | - | -`,
    `change rename! | form "Visitor survey" | - | name = "Staff survey"`,
  ],
  [
    "Create an issue titled 'Crash on start' with priority high and type bug in the 'Mobile' project",
    `create create! | issue "Crash on start" | project "Mobile" | priority = high ; type = bug`,
  ],
  ["Mute the channel '#random'", `act mute! | channel "#random" | - | -`],
  ['Approve the second leave request', `act approve! | leave request #2 | - | -`],
  [
    'Ändere den Status der Aufgabe „Rechnung prüfen“ auf „Erledigt“.',
    `change ändere! | aufgabe "Rechnung prüfen" | - | Status = "Erledigt"`,
  ],
  [
    'Désactive les notifications par e-mail dans les paramètres',
    `change désactive! | - | paramètres | notifications par e-mail = off`,
  ],
  ["Crea una etiqueta llamada 'Urgente'", `create crea! | etiqueta "Urgente" | - | -`],
  [
    'Fill in the contact form with name Ada Brook and e-mail ada@brook.example',
    `change fill in | contact form | - | name = Ada Brook ; e-mail = "ada@brook.example"`,
  ],
  [
    "Create a crate called 'Winter pears', then open its settings",
    `create create! | crate "Winter pears" | - | -`,
    `open open | settings | crate "Winter pears" | -`,
  ],
  [
    "Create a crate called 'Winter pears' and turn on drying in its settings",
    `create create! | crate "Winter pears" | - | -`,
    `change turn on! | - | crate "Winter pears" > settings | drying = on`,
  ],
  [
    "Hide the 'Budget' column by toggling its visibility off.",
    `act hide! | column "Budget" | - | visibility = off`,
  ],
  [
    "Set the opacity of the 'Backdrop' rectangle on the 'Cover' page to 40%",
    `change set! | rectangle "Backdrop" | page "Cover" | opacity = "40" %`,
  ],
  ["Move the card 'Logo' to In Print", `change move! | card "Logo" | - | = In Print`],
  ["Move the card 'Logo' into the folder 'Old'", `change move! | card "Logo" | - | folder = "Old"`],
  ["Put 'Seed order' into Week 9", `change put! | "Seed order" | - | week = Week 9`],
  [
    "Comment 'Looks fine.' on the sketch 'Gate'",
    `change comment! | sketch "Gate" | - | comment = "Looks fine."`,
  ],
  ["Estimate 'Blue bowl' at 20 hours", `change estimate! | "Blue bowl" | - | estimate = "20" hours`],
  [
    "Assign both Ann Lee and Bo Berg to the shift 'Early'",
    `change assign! | shift "Early" | - | = Ann Lee ; = Bo Berg`,
  ],
  [
    "Create a tour named 'Lakes' from June 3, 2027 to June 9, 2027",
    `create create! | tour "Lakes" | - | from = "June 3, 2027" ; to = "June 9, 2027"`,
  ],
  [
    "Create a tour named 'Lakes' with the motto 'Slow', led by Ann Lee, with status On Sale",
    `create create! | tour "Lakes" | - | motto = "Slow" ; led = Ann Lee ; status = On Sale`,
  ],
  [
    "Create a tour named 'Lakes', label it 'Family' and assign it to Ann Lee",
    `create create! | tour "Lakes" | - | label = "Family" ; assign = Ann Lee`,
  ],
  [
    "Rename the tour 'Lakes' to 'Fells' and give it the colour green",
    `change rename! | tour "Lakes" | - | name = "Fells"`,
    `change give! | tour "Lakes" | - | colour = green`,
  ],
  [
    'Turn on the kitchen setting that makes seconds optional',
    `change turn on! | - | kitchen | seconds optional = on`,
  ],
  ["Mark the mood of the room 'Loft' as On edge", `change mark! | room "Loft" | - | mood = On edge`],
  ["Move the step 'Glaze' up above 'Fire'", `act move up! | step "Glaze" | - | -`],
  ['Make Friday the last day of the week', `change make! | - | - | last day of the week = Friday`],
  [
    "Create a crew named 'Night watch' led by Ola Berg",
    `create create! | crew "Night watch" | - | led = Ola Berg`,
  ],
  ["Shift Ola Berg's start date to 4 May 2026", `change shift! | "Ola Berg" | - | start date = "4 May 2026"`],
  [
    "Put the boat 'Heron' into the class 'Old timers'",
    `change put! | boat "Heron" | - | class = "Old timers"`,
  ],
  ['Move the boat Heron to the Racing class', `change move! | boat "Heron" | - | class = Racing`],
  [
    "Approve Ola Berg's request for 9 to 13 March 2026",
    `act approve! | request {for 9 to 13 March 2026} | "Ola Berg" | -`,
  ],
  [
    "Add a remark to Heron's page saying 'Leaks at the stern'",
    `create add! | remark "Leaks at the stern" | "Heron" > page | -`,
  ],
  [
    'Create a race with Ines Roth as starter and 3 marks',
    `create create! | race | - | starter = Ines Roth ; = "3" marks`,
  ],
  [
    "Raise the number of seats for the boat 'Heron' to 4",
    `change raise! | boat "Heron" | - | number of seats = "4"`,
  ],
  [
    'Create a berth called "North 4" with the note "deep water" that is let weekly',
    `create create! | berth "North 4" {that is let weekly} | - | note = "deep water"`,
  ],
  [
    'Add the boat "Heron", tag it "Racing" and write "Wooden hull" as its text',
    `create add! | boat "Heron" | - | tag = "Racing" ; text = "Wooden hull"`,
  ],
  [
    'In the settings, under Appearance, choose the palette "Sea"',
    `change choose! | - | settings > "Appearance" | palette = "Sea"`,
  ],
  ['Change in the settings the title to "Harbour"', `change change! | - | settings | title = "Harbour"`],
  [
    'Create a shelf "Upper" nested under Kiln Room',
    `create create! | shelf "Upper" | - | nested under = Kiln Room`,
  ],
  [
    'Add the phone number +44 20 7946 0188 to Bo Lind and change the job title to "Potter"',
    `change add! | "Bo Lind" | - | phone number = "+44 20 7946 0188" ; job title = "Potter"`,
  ],
  [
    'Change the daily limit for Ines to "5" and the one for Bo to "6"',
    `change change! | "Ines" | - | daily limit = "5"`,
    `change change! | "Bo" | - | daily limit = "6"`,
  ],
  [
    'Move the conversation "Clay prices" to the label Work',
    `change move! | conversation "Clay prices" | - | label = Work`,
  ],
  ['Add the jar "Tenmoku" to the favorites', `act favorite! | jar "Tenmoku" | - | -`],
  // What is said beside an order.
  [
    'The default berth for guests should be Pier 4 from now on, not Pier 2',
    `change let! | - | - | default berth for guests = Pier 4`,
  ],
  ["Archive Oak & Ash Boats, we don't moor there any more", `act archive! | "Oak & Ash Boats" | - | -`],
  ['Put Greta Moor into the Sailors group as well', `change put! | "Greta Moor" | - | group = Sailors`],
  [
    'Push the start date of R-114 out to 4 May 2027',
    `change push out! | "R-114" | - | start date = "4 May 2027"`,
  ],
  ['Push the start date back to 4 May 2027', `change push back! | - | - | start date = "4 May 2027"`],
  [
    'Turn on the alarm that rings 5 minutes before the lesson',
    `change turn on! | - | - | alarm that rings 5 minutes before the lesson = on`,
  ],
  // What is told as a fact.
  [
    'Ada Moor has a new phone number, 0171 555 123. Please update it.',
    `change change! | "Ada Moor" | - | phone number = "0171 555 123"`,
  ],
  [
    'We have a new boat to let. Code HRN-2, name "Heron, blue", price 80',
    `create create! | boat "Heron, blue" | - | code = "HRN-2" ; price = "80"`,
  ],
  [
    "I need a task called 'Order badges' that starts on 6 July 2027",
    `create create! | task "Order badges" | - | starts = "6 July 2027"`,
  ],
  ['I need a closer look at the Pricing page'],
  ['Our guests have a new pier'],
  [
    'Add a new guest: Oak Ltd, phone 0171 555 123',
    `create add! | guest "Oak Ltd" | - | phone = "0171 555 123"`,
  ],
  [
    'From now on berths of "North 4" should require approval',
    `change let! | berths "North 4" | - | require approval = on`,
  ],
  ['Autumn Regatta is too short, make it 45 minutes', `change make! | "Autumn Regatta" | - | = "45" minutes`],
  ['Make the race Osprey 30 minutes', `change make! | race "Osprey" | - | = "30" minutes`],
  ['On Mondays the pier gate must open at 9:00 AM', `change let! | pier gate | "Mondays" | open = "9:00 AM"`],
  ['Make Sunday unavailable', `change make! | "Sunday" | - | = unavailable`],
  [
    'Invite Ola Berg (ola@example.org) to the Rowing team',
    `create invite! | "Ola Berg" | team "Rowing" | email = "ola@example.org"`,
  ],
  ['Send the bill R-114 to the client', `act send! | bill "R-114" | - | -`],
];

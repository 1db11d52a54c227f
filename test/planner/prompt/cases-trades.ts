import type { Case } from './notation.ts';

/**
 * Orders of many trades. 115 were written down before anything was mended for them: 39 were understood at first sight, and 47 when the
 * reader had been mended for other applications and one half of them had been looked at (23 of 58 of that half, 24 of 57 of the other).
 * Understood: each deed with all words for its thing and places, and each value. Those stand here, and what was mended for them.
 */
export const trades: readonly Case[] = [
  [
    'Move the dentist appointment to Thursday at 3 pm.',
    'change move! | dentist appointment | - | = Thursday ; at = "3 pm"',
  ],
  [
    'Add Karim Haddad and Lucie Blanc as guests to the "Kick-off" event.',
    'create add! | "Karim Haddad" | event "Kick-off" | = guests',
    'create add! | "Lucie Blanc" | event "Kick-off" | = guests',
  ],
  ['Freeze the card ending in 2210.', 'act freeze! | card {ending in 2210} | - | -'],
  [
    'Lower the daily withdrawal limit of my debit card to €300.',
    'change lower! | debit card | - | daily withdrawal limit = "€300"',
  ],
  [
    'Categorize the Larkspur Cafe purchase as Eating out.',
    'change categorize! | purchase "Larkspur Cafe" | - | = Eating out',
  ],
  ['Download the March statement as a PDF.', 'act download! | statement "March" | - | = PDF'],
  [
    'Add the tags summer and outdoor to the product "Canvas hammock".',
    'create add! | tag summer | product "Canvas hammock" | -',
    'create add! | tag outdoor | product "Canvas hammock" | -',
  ],
  [
    'Mark order #3402 as fulfilled, with tracking number 1Z999 and carrier UPS.',
    'change mark! | order "#3402" | - | = fulfilled, ; tracking number = "1Z999" ; carrier = UPS',
  ],
  ['Move Leo Marsh from group B to group C.', 'change move! | "Leo Marsh" | - | = group C (was group B)'],
  ['Publish the reading list for class 7b.', 'act publish! | reading list | class "7b" | -'],
  [
    'Ms. Olsen is on maternity leave from 1 April. Make Mr. Dube the class teacher of 5a.',
    'change make! | - | "5a" | class teacher = Mr. Dube',
  ],
  [
    'Request an aisle seat and a vegetarian meal for the flight to Lisbon.',
    'act request! | aisle seat {for the flight} | "Lisbon" | -',
    'act request! | vegetarian meal {for the flight} | "Lisbon" | -',
  ],
  [
    'Cancel the second night of the booking in Porto.',
    'act cancel! | night {of the booking} #2 | "Porto" | -',
  ],
  [
    'Change the return date of trip TR-81 to June 9, 2026.',
    'change change! | trip "TR-81" | - | return date = "June 9, 2026"',
  ],
  [
    'Unpublish the page about the old opening hours.',
    'act unpublish! | page {about the old opening hours} | - | -',
  ],
  ['Add a page "Imprint" below Legal.', 'create add! | page "Imprint" | "Legal" {below} | -'],
  [
    'Make Eero Lahti an editor instead of an author.',
    'change make! | "Eero Lahti" | - | = editor (was an author)',
  ],
  ['Rerun the failed jobs of build 812.', 'act rerun! | failed jobs | build "812" | -'],
  [
    'Set the timeout of the nightly pipeline to 45 minutes.',
    'change set! | nightly pipeline | - | timeout = "45" minutes',
  ],
  [
    'Add the secret NPM_TOKEN with the value "abc123" to the production environment.',
    'create add! | secret "NPM_TOKEN" | production environment | value = "abc123"',
  ],
  [
    'Run the deploy workflow on the branch release/2.4.',
    'act run! | deploy workflow | branch release/2.4 | -',
  ],
  [
    'Stop building pull requests from forks.',
    'change stop! | - | - | building pull requests from forks = off',
  ],
  ['Favorite the photo of the lighthouse.', 'act favorite! | photo {of the lighthouse} | - | -'],
  ['Put the Iceland photos into the album "North".', 'change put! | photos "Iceland" | - | album = "North"'],
  ['Hide faces of Grandpa from the memories.', 'act hide! | faces "Grandpa" {from the memories} | - | -'],
  [
    'Create a shared album "Wedding" with Ida Holm and Per Lund.',
    'create create! | shared album "Wedding" | - | with = Ida Holm ; with = Per Lund',
  ],
  [
    'Change the date of IMG_2041 to 14 August 2019.',
    'change change! | "IMG_2041" | - | date = "14 August 2019"',
  ],
  ['Merge ticket 5512 into ticket 5498.', 'act merge! | ticket "5512" | ticket "5498" | -'],
  [
    'Set the priority of the printer ticket to high and assign it to Chloe Tan.',
    'change set! | printer ticket | - | priority = high',
    'change assign! | printer ticket | - | = Chloe Tan',
  ],
  [
    'Reply to Mr. Adeyemi\'s ticket with the macro "Password reset".',
    'act reply to! | ticket | "Mr. Adeyemi" | macro = "Password reset"',
  ],
  ['Close all tickets tagged spam.', 'act close! | tickets tagged spam | - | -'],
  [
    'Add a private note "Called twice." to the ticket about the broken scanner.',
    'create add! | note "Called twice." {private} | ticket {about the broken scanner} | -',
  ],
  [
    'Change the first response target for urgent tickets from 4 hours to 2 hours.',
    'change change! | tickets {urgent} | - | first response target = "2" hours (was 4 hours)',
  ],
  [
    'Transfer 6 pallets from Dock 2 to Aisle 9.',
    'act transfer! | pallets | - | = "6" ; from = Dock 2 ; to = Aisle 9',
  ],
  [
    'Set the reorder point for the M8 bolts to 250 and the supplier to Ferrox.',
    'change set! | bolts "M8" | - | reorder point = "250" ; supplier = Ferrox',
  ],
  [
    'Count the shelf nobody has counted since May.',
    'act count! | shelf nobody has counted {since May} | - | -',
  ],
  ['Mute the random channel for 8 hours.', 'act mute! | random channel | - | for = "8" hours'],
  [
    "Pin Sana's message about the parking spots.",
    'act pin! | message {about the parking spots} | "Sana" | -',
  ],
  [
    'React to the latest message from Ola with a thumbs up.',
    'act react to! | message {latest; from Ola} | - | with = thumbs up',
  ],
  [
    'Stop showing me when others are typing.',
    'change stop! | - | - | showing me when others are typing = off',
  ],
  [
    'Reject the application of Paul Stein and send him the template "Not this time".',
    'act reject! | application "Paul Stein" | - | -',
    'act send! | template "Not this time" | - | = him',
  ],
  [
    "Approve Ivy Chen's vacation from 3 to 14 August.",
    'act approve! | vacation {from 3 to 14 August} | "Ivy Chen" | -',
  ],
  [
    'Add a checklist with "Passport", "Visa" and "Vaccines" to the Kenya card.',
    'create add! | checklist | card "Kenya" | with = "Passport" ; with = "Visa" ; with = "Vaccines"',
  ],
  [
    'Restore the version of the lease from 2 May.',
    'act restore! | version {of the lease; from 2 May} | - | -',
  ],
  ['Add the episode about octopuses to my queue.', 'create add! | episode {about octopuses} | queue | -'],
  [
    'Move the Hansen party to table 14 at 19:30.',
    'change move! | party "Hansen" | - | = table 14 ; at = "19:30"',
  ],
  [
    'Stelle die Sprache auf Deutsch und blende das Archiv aus.',
    'change stelle! | - | - | Sprache = Deutsch',
    'act blende aus! | archiv | - | -',
  ],
  [
    'Email Ida Holm with the subject "Keys" and the message "They are at the desk."',
    'create write! | message | - | to = Ida Holm ; subject = "Keys" ; message = "They are at the desk."',
  ],
  [
    'Message Rui Costa: "The keys are at the desk."',
    'create write! | message | - | to = Rui Costa ; message = "The keys are at the desk."',
  ],
  [
    'Only notify me on my phone between 08:00 and 17:00.',
    'change notify! | - | phone | from = "08:00" ; to = "17:00"',
  ],
  ["Don't remind me of all-day events.", 'change remind! | - | - | remind of all-day events = off'],
  [
    'Make my working hours 9:00 to 17:30.',
    'change make! | - | - | working hours = "9:00" ; working hours to = "17:30"',
  ],
  ['Make weeks start on Sunday in my preferences.', 'change make! | - | preferences | weeks start = Sunday'],
  ['Make Tomas Ek an admin.', 'change make! | "Tomas Ek" | - | = admin'],
  [
    'Give the discount code SPRING15 an end date of 31 March 2026 and a limit of 5.',
    'change give! | discount code "SPRING15" | - | end date = "31 March 2026" ; limit = "5"',
  ],
  [
    'The print order needs planning: give it milestone Press Q2 and a due date of May 15, 2026.',
    'change give! | print order | - | milestone = Press Q2 ; due date = "May 15, 2026"',
  ],
  [
    'Dr. Ek is away from April 13 to April 17, 2026. Enter that in his calendar and have Lea Holm cover for him.',
    'create enter! | "Dr. Ek" | calendar | from = "April 13" ; to = "April 17, 2026" ; cover = Lea Holm',
  ],
  [
    'In the ticket routing, have Refunds go to Lea Holm by default.',
    'change have! | "Refunds" | ticket routing | = Lea Holm',
  ],
  [
    'Tickets from vip@oakline.example should go to the Gold queue.',
    'change let! | "Tickets" {from vip@oakline.example} | - | = Gold queue',
  ],
  [
    'Create a voucher called V-4 that starts on July 6, 2026 and is due on August 28, 2026.',
    'create create! | voucher "V-4" | - | starts = "July 6, 2026" ; due = "August 28, 2026"',
  ],
  [
    'Create a rule for mail from shop@oak.example that skips the inbox and applies the label Shops.',
    'create create! | rule {for mail} | - | from = "shop@oak.example" ; skips the inbox = on ; label = Shops',
  ],
  [
    'Create a newsletter. It should go out by email, allow replies, and be scheduled for April 20, 2026 at 8:30 AM.',
    'create create! | newsletter | - | go out = email ; replies = on ; scheduled = "April 20, 2026" ; at = "8:30 AM"',
  ],
  [
    'Set the quiet hours of Ann Lee to 8:00 PM until 9:30 AM.',
    'change set! | "Ann Lee" | - | quiet hours = "8:00 PM" ; quiet hours until = "9:30 AM"',
  ],
  [
    'Create a contact for Farid Mansour: company Mansour Bakery, job title Owner, email farid@bakery.example.',
    'create create! | contact "Farid Mansour" | - | company = Mansour Bakery ; job title = Owner ; email = "farid@bakery.example"',
  ],
  [
    'In the inbox settings, hide the Social category and show Forums as a tab instead.',
    'change hide! | - | inbox settings | Social category = off',
    'change show! | - | inbox settings | Forums = on',
  ],
  ['The pricing is below the features.'],
  ['Keep me posted about the fair.'],
  [
    'Invite lea@oak.example and mo@oak.example as members of the Growth team.',
    'create invite! | "lea@oak.example" | team "Growth" | = members',
    'create invite! | "mo@oak.example" | team "Growth" | = members',
  ],
  [
    'Send a new message to Ann Lee and Bo Ek with the subject "Fair".',
    'create write! | message | - | to = Ann Lee ; to = Bo Ek ; subject = "Fair"',
  ],
  [
    'Maile Ann Lee mit dem Betreff „Messe“',
    'create schreibe! | nachricht | - | to = Ann Lee ; Betreff = "Messe"',
  ],
];

import type { Pottery } from './pottery.ts';

/** What the pottery is asked for. The planner's weights are trained with these wishes, too. */
export interface PotteryWish {
  prompt: string;
  /** What the prompt makes of the application as it is at first. */
  change(known: Pottery): unknown;
  /** The steps of the way that worked. A control without a name is a bare `click`. */
  steps: string[];
}

export const potteryWishes: readonly PotteryWish[] = [
  {
    prompt: 'Turn off the weekly digest in the settings',
    change: ({ notices }) => Object.assign(notices, { digest: false }),
    steps: ['click Settings', 'click Notices', 'click'],
  },
  {
    prompt: 'Set the language to Portuguese',
    change: (known) => Object.assign(known, { language: 'Portuguese' }),
    steps: ['click Settings', 'click', 'click Portuguese'],
  },
  {
    prompt: "Change the level of Otto Brandt's booking to Advanced",
    change: ({ bookings }) => Object.assign(bookings[1]!, { level: 'Advanced' }),
    steps: ['click ⋯', 'click Edit', 'click', 'click Advanced', 'click Save'],
  },
  {
    prompt: "Edit the booking of Ines Farrow: set the date to 2026-05-04 and turn on 'Bring an apron'",
    change: ({ bookings }) => Object.assign(bookings[3]!, { date: '2026-05-04', apron: true }),
    steps: ['click ⋯', 'click Edit', 'change  = 2026-05-04', 'click', 'click Save'],
  },
  {
    prompt: "Set the length of Otto Brandt's booking to 2 hours",
    change: ({ bookings }) => Object.assign(bookings[1]!, { length: 2, unit: 'hours' }),
    steps: ['click ⋯', 'click Edit', 'click', 'click hours', 'change  = 2', 'click Save'],
  },
  {
    prompt: "Create a room 'Attic' with type Gallery and capacity 14",
    change: ({ rooms }) => rooms.push({ name: 'Attic', sort: 'Gallery', seats: 14 }),
    steps: [
      ...['click Rooms', 'click + New room', 'change  = Attic', 'click', 'click Gallery'],
      ...['change  = 14', 'click Create'],
    ],
  },
  {
    prompt: 'Approve the glazing booking of Marta Quill',
    change: ({ bookings }) => Object.assign(bookings[2]!, { state: 'confirmed' }),
    steps: ['click Approve'],
  },
  {
    prompt: "Decline the booking of Ines Farrow with the reason 'The kiln is cold'",
    change: ({ bookings }) => Object.assign(bookings[3]!, { state: 'declined', reason: 'The kiln is cold' }),
    steps: ['click Decline', 'change Reason = The kiln is cold', 'click Decline'],
  },
  {
    prompt: "Rename the room 'Loft' to 'North loft'",
    change: ({ rooms }) => Object.assign(rooms[1]!, { name: 'North loft' }),
    steps: ['click Rooms', 'doubleClick Loft', 'change  = North loft', 'keyDown Enter'],
  },
  {
    prompt: 'Approve the booking of Ines Farrow and turn on text reminders in the settings',
    change: ({ bookings, notices }) => [
      Object.assign(bookings[3]!, { state: 'confirmed' }),
      Object.assign(notices, { texts: true }),
    ],
    steps: ['click Approve', 'click Settings', 'click Notices', 'click'],
  },
];

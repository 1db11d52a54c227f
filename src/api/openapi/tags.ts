/** The chapters of the reference, in their order. */
export const tagDescriptions = [
  { name: 'Projects', description: 'A project groups the demos of one site.' },
  {
    name: 'Demos',
    description:
      'A demo is a video of a page, made from one sentence. It is made in the background and can be made again.',
  },
  { name: 'Embeds', description: 'Demos that a site shows on its own pages.' },
  {
    name: 'API keys',
    description: 'Live keys are for trusted code. Publishable keys may stand in web pages.',
  },
  {
    name: 'Webhooks',
    description: 'Whom the service tells of what has happened, and what was sent and answered.',
  },
  { name: 'Credits', description: 'What a demo costs, how many credits are left, and how to buy more.' },
  { name: 'Account', description: 'The plan, and how much of it is left.' },
  {
    name: 'Sessions',
    description: 'Signing people in and out. Only pages of this service can use these operations.',
  },
  { name: 'Device login', description: 'How a command line gets a key through a browser (RFC 8628).' },
  { name: 'Backgrounds', description: 'Colours, gradients and pictures that surround the page in a video.' },
  {
    name: 'Media',
    description: 'The files of a demo, and the pages that show them. They need no credential.',
  },
  { name: 'Service', description: 'The service itself. These operations need no credential.' },
];

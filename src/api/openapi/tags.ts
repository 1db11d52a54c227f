/** In the order in which the reference shows them. */
export const tagDescriptions = [
  { name: 'Projects', description: 'A project groups the demos of one site.' },
  { name: 'Demos', description: 'A demo is made from a prompt, in the background, and can be made again.' },
  { name: 'Embeds', description: 'Demos that a site shows on its own pages.' },
  { name: 'API keys', description: 'Live keys are for trusted code, publishable ones for pages.' },
  { name: 'Credits', description: 'What generations cost, and what is left.' },
  { name: 'Account', description: 'The plan, and what is left of it.' },
  {
    name: 'Sessions',
    description: 'Who a browser belongs to. Pages of this service sign people in and out.',
  },
  { name: 'Device login', description: 'How a command line gets a key through a browser (RFC 8628).' },
  { name: 'Backgrounds', description: 'What a stage can be dressed in.' },
  { name: 'Media', description: 'The files of a demo, and the pages that show them. No credential.' },
  { name: 'Service', description: 'The service itself. No credential.' },
];

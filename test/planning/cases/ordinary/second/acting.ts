import type { PlanningCase } from '../../../expectation.ts';

const item = 'template/shop-item/index.html';
const front = 'template/business-frontpage/index.html';
const admin2 = 'package/startbootstrap-sb-admin-2-bs5';

/** Prompts that ask for an action. */
export const acting: PlanningCase[] = [
  {
    page: 'template/coming-soon/index.html',
    prompt: "Inscris-toi avec l'adresse marie@example.fr",
    expect: { acts: ['change Enter email address* = marie@example.fr', '?click Notify Me!'] },
  },
  {
    page: 'template/grayscale/index.html',
    prompt: 'Subscribe to receive updates',
    expect: { acts: ['?click Contact', 'change Enter email address* = *@*', '?click Notify Me!'] },
  },
  {
    page: item,
    prompt: 'set the quantity to 3 and add it to the cart',
    expect: { acts: ['change * = 3', 'click Add to cart@1', '?click Cart*'] },
  },
  {
    page: item,
    prompt: 'open the Shop menu and choose New Arrivals',
    expect: { acts: ['click Shop', 'click New Arrivals'] },
  },
  {
    page: `${admin2}/index.html`,
    prompt: "open Douglas McGee's menu and go to the profile",
    expect: { acts: ['click Douglas McGee', 'click Profile'] },
  },
  {
    page: `${admin2}/index.html`,
    prompt: 'Öffne die Components und dann die Buttons',
    expect: { acts: ['click Components', 'click Buttons'] },
  },
  {
    page: `${admin2}/forgot-password.html`,
    prompt: 'reset the password for kim@example.com',
    expect: { acts: ['change Enter Email Address* = kim@example.com', 'click Reset Password'] },
  },
  {
    page: front,
    prompt: 'Fill out the contact form for Tom Reed, tom@example.com',
    expect: {
      acts: [
        '?click Contact',
        'change Full name = Tom Reed',
        'change Email address = tom@example.com',
        '?change Phone number = *',
        '?change Message = *',
        '?click Submit',
      ],
    },
  },
  {
    page: 'template/modern-business/blog-post.html',
    prompt: 'write a comment that says "Great post"',
    expect: { acts: ['change *discussion* = Great post'] },
  },
  {
    page: 'template/agency/index.html',
    prompt: 'Send a message through the contact form',
    expect: {
      acts: [
        '?click Contact',
        'change Your Name* = *',
        'change Your Email* = *',
        '?change Your Phone* = *',
        'change Your Message* = *',
        '?click Send Message',
      ],
    },
  },
  {
    page: 'fixture/clinic/index.html',
    prompt: 'request an appointment for my child',
    expect: {
      acts: [
        'click My child',
        '?change Full name = *',
        '?change Date of birth = *',
        '?change Phone number = *',
        '?click Request appointment',
      ],
    },
  },
  {
    page: 'fixture/bistro/index.html',
    prompt: 'open the mains and show only vegetarian dishes',
    expect: { acts: ['?click Menu', 'click Mains', 'click Vegetarian dishes only'] },
  },
  {
    page: 'fixture/docs/index.html',
    prompt: 'search for backup',
    expect: { acts: ['change Search* = backup'] },
  },
  {
    page: 'fixture/repo-host/index.html',
    prompt: 'switch to the next branch',
    expect: { acts: ['change Branch = next'] },
  },
  {
    page: 'fixture/helpdesk/index.html',
    prompt: 'Filter the tickets for solved ones',
    expect: { acts: ['click Status*', 'click Solved'] },
  },
  {
    page: 'fixture/farebox/index.html',
    prompt: 'Show the revenue of the last 12 months',
    expect: { acts: ['click 12 months'] },
  },
  {
    page: 'fixture/viajes/index.html',
    prompt: 'busca un viaje a Oporto para 4 personas',
    expect: {
      acts: [
        'change ¿A dónde quieres ir? = Oporto',
        '?change Fecha de salida = *',
        'change Viajeros* = 4',
        'click Buscar viajes',
      ],
    },
  },
  {
    page: 'fixture/planner-saas/signup.html',
    prompt: 'fill in the sign-up form for Ola Nordmann from Norway',
    expect: {
      acts: [
        'change Full name = Ola Nordmann',
        '?change Work email = *',
        '?change Harbour = *',
        'change Country = no',
        '?change Message = *',
        '?click I agree*',
        '?click Create account',
      ],
    },
  },
  {
    page: 'fixture/api-docs/index.html',
    prompt: 'try out the shipments request',
    expect: {
      acts: [
        '?click Shipments',
        'click Try it',
        '?change Origin = *',
        '?change Destination = *',
        '?click Send request',
      ],
    },
  },
  {
    page: 'fixture/velo/index.html',
    prompt: 'Montre les caractéristiques puis la livraison et les retours',
    expect: { acts: ['click Caractéristiques', 'click Livraison et retours'] },
  },
];

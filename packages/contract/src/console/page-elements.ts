import type { RouteId } from '../routes.ts';

export interface PageElement {
  /** Cannot be hidden: without it people could not go on. */
  always?: true;
  /** Shows no text of its own that could be another. */
  wordless?: true;
}

export interface ElementGroup {
  elements: Readonly<Record<string, PageElement>>;
  /** The order is the page's own. */
  fixed?: true;
}

/** Of both bins. */
const filtersOfBin = {
  fixed: true,
  elements: {
    title: { wordless: true },
    form: { wordless: true },
    person: { wordless: true },
    range: { wordless: true },
  },
} as const satisfies ElementGroup;

/**
 * The pages whose elements an administrator can hide, rename and put in order, and what each has, in its usual order. A page
 * that says its elements here reads what became of them by `useElements`; their names are texts `elements.<page>.<group>.<element>`.
 * `home` has besides its own what is above every page. Pages without any stand in `tools/conventions/page-elements.ts`, each with its reason.
 */
export const pageElements = {
  home: {
    header: { elements: { applications: {}, console: {}, search: {}, messages: {} } },
    figures: { elements: { todo: {}, started: {}, copies: {}, drafts: {}, followed: {} } },
    work: { elements: { todos: { wordless: true }, apps: { wordless: true } } },
    beside: {
      elements: {
        steps: { wordless: true },
        watch: { wordless: true },
        space: { wordless: true },
        messages: { wordless: true },
      },
    },
  },
  workbench: {
    tabs: { elements: { todo: { always: true }, handled: {}, started: {}, copies: {}, drafts: {}, followed: {} } },
  },
  messageCentre: {
    tabs: { elements: { all: { always: true }, unread: {} } },
    tools: { elements: { search: {}, subscriptions: {} } },
  },
  subscriptions: { parts: { fixed: true, elements: { search: {}, platform: {} } } },
  application: {
    tools: {
      fixed: true,
      elements: { search: {}, categories: { wordless: true }, people: { wordless: true }, forms: { wordless: true } },
    },
  },
  appCentre: {
    tools: { fixed: true, elements: { search: {} } },
    groups: { elements: { favourites: {}, recent: {}, systems: { always: true, wordless: true } } },
  },
  search: {
    tabs: {
      elements: { all: { always: true }, records: {}, apps: {}, people: {}, files: {}, documents: {}, messages: {} },
    },
  },
  appList: {
    tools: {
      fixed: true,
      elements: { search: {}, filter: { wordless: true }, total: { wordless: true }, columns: { wordless: true } },
    },
  },
  recordDetail: {
    header: {
      fixed: true,
      elements: {
        people: { wordless: true },
        pager: { wordless: true },
        undo: { wordless: true },
        modified: { wordless: true },
      },
    },
    panels: { elements: { history: {}, comments: {}, followers: {}, shares: {} } },
    below: { fixed: true, elements: { related: { wordless: true } } },
  },
  fileApp: {
    tools: { fixed: true, elements: { way: { wordless: true }, search: {}, shape: { wordless: true } } },
    more: { fixed: true, elements: { bin: {} } },
  },
  myHome: {
    tools: { fixed: true, elements: { edit: {} } },
    sections: { elements: { card: { always: true, wordless: true }, work: {} } },
  },
  contacts: {
    tools: { fixed: true, elements: { search: {}, departments: { wordless: true }, way: { wordless: true } } },
  },
  contactCard: {
    facts: {
      elements: {
        gender: {},
        birthday: {},
        department: {},
        position: {},
        partTime: {},
        supplier: {},
        superior: {},
        email: {},
        extension: {},
        jobDescription: {},
      },
    },
  },
  dashboards: { tabs: { elements: { dashboards: { always: true }, screens: {}, charts: {}, datasets: {} } } },
  dashboard: {
    tools: { elements: { refresh: { wordless: true }, fullScreen: { wordless: true }, export: { wordless: true } } },
  },
  chartView: {
    tools: {
      elements: {
        filter: { wordless: true },
        records: {},
        refresh: { wordless: true },
        fullScreen: { wordless: true },
        export: { wordless: true },
      },
    },
  },
  rulesEngine: {
    tools: { elements: { designer: {}, qlang: {} } },
    tabs: { elements: { rules: { always: true }, traces: {} } },
  },
  personalCentre: {
    tabs: {
      elements: {
        info: { always: true },
        security: { always: true },
        groups: {},
        hosting: {},
        push: {},
        developer: {},
        agents: {},
      },
    },
  },
  esb: {
    tabs: {
      elements: {
        apis: { always: true },
        consumers: {},
        subscriptions: {},
        portal: {},
        traffic: {},
        log: {},
        upstreams: {},
        alerts: {},
        environments: {},
        reference: {},
      },
    },
    tools: { elements: { import: {}, form: {} } },
  },
  esbPortal: { tabs: { elements: { directory: { always: true }, applications: {}, use: {}, calls: {} } } },
  esbConfig: {
    parts: {
      elements: {
        source: { always: true },
        operations: { always: true },
        security: {},
        limits: {},
        transforms: {},
        behaviour: {},
        live: {},
        test: {},
      },
    },
    tools: { elements: { import: {}, export: {} } },
  },
  dam: {
    tools: { elements: { register: {}, harvest: {} } },
    search: { fixed: true, elements: { box: { wordless: true } } },
    sections: {
      elements: {
        all: {},
        waiting: {},
        incidents: { wordless: true },
        kinds: {},
        certification: { wordless: true },
        domains: {},
        used: {},
        changed: {},
        unused: {},
      },
    },
  },
  dataAssets: {
    tools: { fixed: true, elements: { categories: {}, access: {}, overdue: {} } },
    filters: {
      fixed: true,
      elements: {
        search: {},
        kind: {},
        certified: {},
        sensitivity: {},
        state: {},
        waits: {},
        category: {},
        domain: {},
      },
    },
  },
  assetCategories: { tabs: { elements: { tree: { always: true }, domain: {}, term: {} } } },
  assetLineage: {
    tools: { fixed: true, elements: { receivers: {}, export: {}, edge: {} } },
    steering: {
      elements: {
        direction: { wordless: true },
        depth: { wordless: true },
        columns: {},
        column: { wordless: true },
        to: {},
      },
    },
    looks: { elements: { at: {}, list: {} } },
  },
  assetPortal: {
    shelves: { elements: { popular: {}, newest: {}, department: {} } },
    facets: { elements: { kind: {}, certified: {}, sensitivity: {}, domain: {}, category: {}, tag: {} } },
  },
  dataSources: {
    filters: { fixed: true, elements: { search: {}, kind: {} } },
    row: { fixed: true, elements: { test: {}, rotate: {}, uses: {} } },
  },
  dataExplorer: {
    tabs: { elements: { sample: { always: true }, profile: {}, sql: {} } },
    tools: { fixed: true, elements: { sources: {} } },
  },
  etlTasks: {
    tools: {
      fixed: true,
      elements: {
        folders: { wordless: true },
        search: { wordless: true },
        state: { wordless: true },
        tag: { wordless: true },
      },
    },
    row: { elements: { run: {}, jobs: {}, times: {} } },
  },
  etlTaskDesign: {
    tools: { elements: { settings: {}, times: {}, run: {} } },
    parts: { fixed: true, elements: { preview: { wordless: true } } },
  },
  etlFlows: {
    tools: {
      fixed: true,
      elements: {
        folders: { wordless: true },
        search: { wordless: true },
        state: { wordless: true },
        tag: { wordless: true },
        parameters: {},
      },
    },
    row: { elements: { run: {}, backfill: {}, jobs: {}, times: {} } },
    designTools: { elements: { times: {}, backfill: {}, run: {} } },
  },
  etlTaskJobs: {
    row: { elements: { rerun: {}, cancel: {} } },
    facts: {
      elements: { rows_read: {}, rows_written: {}, rows_rejected: {}, bytes_read: {}, bytes_written: {}, speed: {} },
    },
    tools: { elements: { rejected: {}, design: {} } },
  },
  etlFlowJobs: {
    row: { elements: { rerun: {}, cancel: {} } },
    facts: { fixed: true, elements: { day: {}, tasks: { wordless: true } } },
    tools: { fixed: true, elements: { design: {} } },
  },
  dataExchange: { tabs: { elements: { directory: { always: true }, offers: {}, requests: {} } } },
  deviceList: {
    tabs: { elements: { devices: { always: true }, products: {} } },
    filters: { fixed: true, elements: { search: {}, product: {}, state: {} } },
  },
  orchestration: {
    tools: {
      fixed: true,
      elements: {
        runs: {},
        folders: { wordless: true },
        search: { wordless: true },
        state: { wordless: true },
        tag: { wordless: true },
      },
    },
  },
  orchestrationDesigner: {
    tools: { elements: { runs: {}, start: { wordless: true } } },
    parts: { fixed: true, elements: { trial: { wordless: true } } },
  },
  orchestrationRuns: {
    filters: { fixed: true, elements: { search: {}, state: {}, definition: {}, trigger: {}, range: {} } },
    tools: { fixed: true, elements: { sheet: {}, replay: {}, export: {} } },
    facts: { fixed: true, elements: { flow: {}, open: { wordless: true }, cost: { wordless: true } } },
  },
  ruleDesignerList: {
    tools: {
      fixed: true,
      elements: {
        import: {},
        folders: { wordless: true },
        search: { wordless: true },
        state: { wordless: true },
        tag: { wordless: true },
      },
    },
  },
  qlangList: {
    tabs: { elements: { rules: { always: true }, scripts: {} } },
    tools: {
      fixed: true,
      elements: {
        folders: { wordless: true },
        search: { wordless: true },
        state: { wordless: true },
        tag: { wordless: true },
      },
    },
  },
  organization: {
    tools: { elements: { sheets: { wordless: true }, delegates: {} } },
    side: { elements: { none: {}, suppliers: {} } },
    filters: { fixed: true, elements: { search: {}, state: { wordless: true } } },
    columns: {
      elements: {
        name: { always: true },
        login: {},
        supplier: {},
        department: {},
        role: {},
        post: {},
        roles: {},
        superior: {},
        phone: {},
        email: {},
      },
    },
  },
  roleManage: {
    tabs: { elements: { roles: { always: true }, explain: {} } },
    tools: { fixed: true, elements: { group: {}, delegates: {} } },
    views: { elements: { forms: { always: true }, pages: {}, members: { always: true } } },
  },
  postManage: { tools: { fixed: true, elements: { grades: {} } } },
  userRegister: { tabs: { elements: { requests: { always: true }, invitations: {}, batch: {} } } },
  audit: {
    tools: { fixed: true, elements: { export: { wordless: true }, check: { wordless: true } } },
    filters: {
      fixed: true,
      elements: {
        kind: { wordless: true },
        person: { wordless: true },
        range: { wordless: true },
        object: { wordless: true },
      },
    },
  },
  accountSecurity: { sections: { elements: { passwords: { always: true }, signing_in: {}, sessions: {} } } },
  baseData: { tabs: { elements: { dictionaries: { always: true }, regions: {}, units: {}, holidays: {} } } },
  systemManage: {
    tools: { fixed: true, elements: { delegates: {} } },
    parts: { fixed: true, elements: { hint: { wordless: true } } },
  },
  securityReview: { tabs: { elements: { waiting: { always: true }, decided: {}, delegates: {} } } },
  recycle: { filters: filtersOfBin },
  appRecycle: { filters: filtersOfBin },
  dataModel: {
    tabs: { elements: { structure: { always: true }, relations: {}, growth: {}, indexes: {}, slow: {} } },
    figures: { elements: { rows: {}, size: {}, tables: {}, release: {} } },
    tools: { fixed: true, elements: { refresh: {} } },
  },
  chartDesigner: { tools: { elements: { code: { wordless: true }, view: { wordless: true } } } },
  combinedDesigner: { tools: { elements: { code: { wordless: true }, view: { wordless: true } } } },
  enterpriseInfo: {
    fields: {
      fixed: true,
      elements: {
        name: { always: true },
        creditCode: {},
        industry: {},
        contact: {},
        phone: {},
        email: {},
        website: {},
        address: {},
        description: {},
        licence: {},
      },
    },
  },
  logo: { places: { elements: { light: { always: true }, dark: {}, favicon: {} } } },
  themeColour: { parts: { fixed: true, elements: { primary: {}, ownChoice: {}, preview: {}, plain: {} } } },
  styleSheet: { parts: { fixed: true, elements: { example: {}, variables: {} } } },
  watermark: { parts: { fixed: true, elements: { text: {}, strength: {}, distance: {}, preview: {} } } },
  workTime: { parts: { fixed: true, elements: { days: {}, check: { wordless: true } } } },
  webNavigation: {
    tools: { fixed: true, elements: { appMenus: { wordless: true }, reset: { wordless: true } } },
    parts: { fixed: true, elements: { preview: { wordless: true } } },
  },
  appNavigation: {
    tools: { fixed: true, elements: { scan: { wordless: true }, reset: { wordless: true } } },
    parts: { fixed: true, elements: { preview: { wordless: true } } },
  },
  formSettings: {
    tabs: {
      elements: {
        form: { always: true },
        flow: {},
        permissions: {},
        notifications: {},
        print: {},
        releases: {},
        overview: {},
      },
    },
  },
  appDesign: { tools: { fixed: true, elements: { bin: {}, packages: { wordless: true } } } },
  ruleDesigner: {
    views: {
      elements: { graph: { always: true }, table: {}, text: {}, settings: {}, tests: {}, try: {}, simulate: {} },
    },
    tools: { fixed: true, elements: { export: {} } },
  },
  qlangDesigner: { parts: { fixed: true, elements: { try: { wordless: true } } } },
} as const satisfies Partial<Record<RouteId, Record<string, ElementGroup>>>;

export const elementPages = Object.keys(pageElements) as (keyof typeof pageElements)[];

// ui://galleria/forecast: the results of forecast_daily. A day has a bar from its lowest to its highest temperature, a dot at the
// average, and a bar of its rain.

const cloud = "M7 18.5a4 4 0 0 1-.6-7.95 5.5 5.5 0 0 1 10.7-1.1A4.6 4.6 0 0 1 16.8 18.5z";
const low = "M7 15a4 4 0 0 1-.6-7.95 5.5 5.5 0 0 1 10.7-1.1A4.6 4.6 0 0 1 16.8 15z";
// By the first two figures of the upstream's icon.
const skies = {
  "01": ["sunny", "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M5.3 18.7l1.5-1.5M17.2 6.8l1.5-1.5"],
  "02": ["", cloud, "M15.5 5.5a4 4 0 0 1 4 5"],
  "03": ["", cloud],
  "04": ["", cloud, "M11 5.2a5 5 0 0 1 9 5.3"],
  "09": ["rainy", low, "M8 18l-1 3M12 18l-1 3M16 18l-1 3"],
  "11": ["rainy", low, "M13 14l-3 4h3.5L11 22"],
  "13": ["rainy", "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9"],
  "50": ["", "M4 8h16M6 12h14M4 16h13"],
};
skies["10"] = skies["09"];
const sky = (day) => drawing(...(skies[day.icon?.slice(0, 2)] ?? skies["03"]));

const scales = [["metric", "°C", "Celsius"], ["imperial", "°F", "Fahrenheit"], ["standard", "K", "Kelvin"]];

const dates = (options) => {
  let locale; // the browser's, without one of the host
  try { [locale] = Intl.getCanonicalLocales(context.locale); } catch {}
  const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  return ({ date }) => {
    const time = Date.parse(`${date}T00:00:00Z`);
    return Number.isNaN(time) ? date : format.format(time);
  };
};

const chart = ({ place, days }, sign) => {
  const whole = (value) => Math.round(value) || 0; // never -0
  const degrees = (value) => `${whole(value)}${sign === "K" ? "" : "°"}`;
  const [lowest, highest] = [Math.min(...days.map(({ min }) => min)), Math.max(...days.map(({ max }) => max))];
  const share = (value) => (value - lowest) / (highest - lowest || 1);
  const wettest = Math.max(10, ...days.map(({ rain = 0 }) => rain));
  const isWet = days.some(({ rain }) => rain);
  const today = new Date(Date.now() + (place.timezone ?? 0) * 1000).toISOString().slice(0, 10);
  const [weekday, full] = [{ weekday: "short" }, { weekday: "long", day: "numeric", month: "long" }].map(dates);
  const isToday = (day) => day.date === today;
  const name = (day) => full(day) + (isToday(day) ? ", today" : "");

  const panel = element("div.day", { role: "tabpanel", id: "day", tabindex: 0, "aria-labelledby": "chosen" });
  const choose = (index) => {
    [...tabs.children].forEach((tab, place) => {
      tab.setAttribute("aria-selected", place === index);
      tab.tabIndex = place === index ? 0 : -1;
    });
    const day = days[index];
    refill(panel, element("h2", { id: "chosen" }, name(day)), element("p.sky", sky(day), words("span", day.description)),
      facts([
        ["Highest", `${whole(day.max)} ${sign}`], ["Lowest", `${whole(day.min)} ${sign}`], ["Average", `${whole(day.average)} ${sign}`],
        ["Rain", day.rain ? `${day.rain} mm` : "none"], ["Humidity", day.humidity && `${day.humidity}%`],
        ["Pressure", day.pressure && `${day.pressure} hPa`],
      ]));
  };
  const column = (day, index) => {
    const { min, max, average, rain = 0 } = day;
    const node = button("tab", [
      element("span.caption", isToday(day) ? "Today" : weekday(day)), element("span.number", day.date.slice(8)), sky(day),
      element("span.column", element("span.range",
        element("span.high", degrees(max)), element("span.average"), element("span.low", degrees(min)))),
      isWet ? element("span.wet", element("span.rain", element("span.drop")), rain ? whole(rain * 10) / 10 : "\u00a0") : "",
    ], () => choose(index), {
      role: "tab", "aria-controls": "day", "aria-current": isToday(day) && "date",
      "aria-label": `${name(day)}: ${whole(min)} to ${whole(max)} ${sign}, average ${whole(average)}, `
        + `${rain ? `rain ${rain} mm` : "no rain"}, ${day.description ?? ""}`,
    });
    for (const [key, value] of Object.entries({ low: share(min), high: share(max), middle: (average - min) / (max - min || 1), wet: rain / wettest })) {
      node.style.setProperty(`--${key}`, value.toFixed(4));
    }
    return node;
  };
  const tabs = element("div.days", { role: "tablist", "aria-label": `Days in ${place.name}` }, days.map(column));
  tabs.addEventListener("keydown", (event) => {
    const at = [...tabs.children].indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: days.length - 1 }[event.key];
    if (!days[to]) return;
    event.preventDefault();
    choose(to);
    tabs.children[to].focus();
  });
  choose(Math.max(0, days.findIndex(isToday)));
  return [
    element("div.chart", tabs),
    element("p.caption", `Bars: lowest to highest in ${sign}. Dots: average. ${isWet ? "Below: rain in mm." : "No rain expected."}`), panel,
  ];
};

run({
  tool: "forecast_daily",
  shape: () => [top(document.title), element("div.tools", blank("div.find")), blank("div.chart"), lines("caption", "title", "caption")],
  shows: (value) => Array.isArray(value.items) && value.items.length > 0 && Boolean(value.units),
  draw(value, input, meta) {
    let { units, items: forecasts } = value, chosen = 0;
    const [title, country, body] = ["h1", "span.count", "div"].map((name) => element(name));
    const places = element("div.chips", { role: "group", "aria-label": "Places" });
    const draw = () => {
      const { place, days } = forecasts[chosen];
      refill(title, words("span", place.name));
      refill(country, place.country);
      places.hidden = forecasts.length < 2;
      [...places.children].forEach((chip, index) => press(chip, index === chosen));
      for (const chip of choice.children) press(chip, chip.value === units);
      const [, sign] = scales.find(([unit]) => unit === units) ?? scales[0];
      refill(body, days.length ? chart(forecasts[chosen], sign) : element("p.empty", "No days to show. Ask for another place."));
    };
    const take = (answer, meta) => {
      ({ units, items: forecasts } = answer);
      chosen = Math.min(chosen, forecasts.length - 1);
      refill(places, forecasts.map(({ place }, index) => button("chip", words("span", place.name), () => { chosen = index; draw(); })));
      refill(told, remarks(answer, meta));
      draw();
    };
    const ask = (places, units, control) =>
      busy(control, async () => {
        const answer = await host.call("forecast_daily", { places, units, ...(input.days ? { days: input.days } : {}) });
        take(answer.structuredContent, answer._meta);
        say(`The weather of ${places.join(", ")} in ${units} units`);
        host.did(`looked at the weather of ${places.join(", ")} (${units})`);
      });
    const search = finder("Another place", "", false, (place) => ask([place], units, search));
    const choice = element("div.choice", { role: "group", "aria-label": "Units" }, scales.map(([unit, sign, name]) =>
      button("", sign, (node) => ask(forecasts.map(({ place }) => [place.name, place.country].filter(Boolean).join(",")), unit, node),
        { value: unit, "aria-label": name })));
    const told = element("div");
    take(value, meta);
    show(top(title, country), element("div", { "data-faults": true }, element("div.tools", search, choice), places), told, body);
  },
});

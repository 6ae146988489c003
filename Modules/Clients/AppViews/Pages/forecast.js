// ui://galleria/forecast: the results of forecast_daily, with a bar from the lowest to the highest of each day.

const cloud = "M7 18.5a4 4 0 0 1-.6-7.95 5.5 5.5 0 0 1 10.7-1.1A4.6 4.6 0 0 1 16.8 18.5z";
const sun = "M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M5.3 18.7l1.5-1.5M17.2 6.8l1.5-1.5";
// By the first two figures of the upstream's icon.
const skies = {
  "01": ["sunny", sun],
  "02": ["cloudy", cloud, "M15.5 5.5a4 4 0 0 1 4 5"],
  "03": ["cloudy", cloud],
  "04": ["cloudy", cloud, "M11 5.2a5 5 0 0 1 9 5.3"],
  "09": ["rainy", "M7 15a4 4 0 0 1-.6-7.95 5.5 5.5 0 0 1 10.7-1.1A4.6 4.6 0 0 1 16.8 15zM8 18l-1 3M12 18l-1 3M16 18l-1 3"],
  "11": ["rainy", "M7 15a4 4 0 0 1-.6-7.95 5.5 5.5 0 0 1 10.7-1.1A4.6 4.6 0 0 1 16.8 15zM13 14l-3 4h3.5L11 22"],
  "13": ["snowy", "M12 3v18M4.2 7.5l15.6 9M19.8 7.5l-15.6 9"],
  "50": ["misty", "M4 8h16M6 12h14M4 16h13"],
};
skies["10"] = skies["09"];

const chart = (days, sign) => {
  const values = days.flatMap((day) => [day.min, day.max]);
  // Never -0.
  const degrees = (value) => `${Math.round(value) || 0}${sign}`;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const room = highest - lowest || 1;
  const percent = (value) => `${(((value - lowest) / room) * 100).toFixed(2)}%`;
  const locale = [context.locale, navigator.language, "en"].find((tag) => {
    try { return tag && Intl.getCanonicalLocales(tag); } catch { return false; }
  });
  const name = new Intl.DateTimeFormat(locale, { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" });
  return element("ul.range-chart", { role: "list" }, days.map((day) => {
    const bar = element("span.range-bar");
    bar.style.insetInlineStart = percent(day.min);
    bar.style.insetInlineEnd = `calc(100% - ${percent(day.max)})`;
    const mark = element("span.range-mark");
    mark.style.insetInlineStart = percent(day.average);
    const date = new Date(`${day.date}T00:00:00Z`);
    const facts = [
      day.humidity === undefined ? "" : `humidity ${day.humidity}%`,
      day.pressure === undefined ? "" : `${day.pressure} hPa`, day.rain === undefined ? "" : `rain ${day.rain} mm`,
    ].filter(Boolean).join(" · ");
    return element("li", { "data-id": day.date },
      element("time.title", { datetime: day.date }, Number.isNaN(date.getTime()) ? day.date : name.format(date)),
      drawing(...(skies[day.icon?.slice(0, 2)] ?? ["cloudy", cloud])),
      element("div.sky", {}, words("span", day.description ?? ""), facts ? element("span.caption", {}, facts) : ""),
      element("span.low", {}, element("span.unseen", {}, "lowest "), degrees(day.min)),
      element("span.range-scale", { title: `on average ${degrees(day.average)}` }, bar, mark),
      element("span.high", {}, element("span.unseen", {}, "highest "), degrees(day.max)),
      element("span.unseen", {}, `on average ${degrees(day.average)}`));
  }));
};

const scales = [["metric", "°C", "Celsius"], ["imperial", "°F", "Fahrenheit"], ["standard", "K", "Kelvin"]];

run({
  tool: "forecast_daily",
  wait: "Loading the forecast…",
  shows: (value) => Array.isArray(value.items) && value.items.length > 0 && Boolean(value.units),
  draw(value, input, result) {
    let units = value.units;
    let places = value.items.map(({ place }) => [place.name, place.country].filter(Boolean).join(","));
    const body = element("div");
    const draw = (forecast, meta) => {
      units = forecast.units;
      const [, sign] = scales.find(([unit]) => unit === units) ?? scales[0];
      body.replaceChildren();
      fill(body, [
        origin(meta),
        ...forecast.items.flatMap(({ place, days }) => [
          element("h1", {}, words("span", place.name), " ", element("span.muted", {}, place.country ?? "")),
          days.length ? chart(days, sign) : element("p.empty", {}, "No days to show."),
        ]),
      ]);
    };
    const ask = (wanted, button, told) =>
      busy(button, async () => {
        const days = input.days ? { days: input.days } : {};
        const answer = await host.call("forecast_daily", { ...wanted, ...days });
        draw(answer.structuredContent, answer._meta);
        places = wanted.places;
        for (const other of choice.children) other.setAttribute("aria-pressed", String(other.value === units));
        say(told);
        host.did(`looked at the weather of ${wanted.places.join(", ")} (${units})`);
      });
    const search = asking({
      label: "Place", hint: "City, such as London,GB", value: "", button: "Show", least: 3,
      submit: (wanted) => ask({ places: [wanted], units }, search.querySelector("button"), `The weather of ${wanted}`),
    });
    const choice = element("div.choice", { role: "group", "aria-label": "Units" },
      scales.map(([unit, sign, name]) => {
        const button = element("button", { type: "button", value: unit, "aria-label": name, "aria-pressed": String(unit === units) }, sign);
        button.addEventListener("click", () => ask({ places, units: unit }, button, name));
        return button;
      }));
    draw(value, result._meta);
    show(element("div.bar", { "data-faults": true }, search, choice), body);
  },
});

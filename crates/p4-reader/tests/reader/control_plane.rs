//! Control-plane file: its data, written into the text, make the program of other settings.

use freeboard_aqm_api::{Field, FieldId, Settings};
use freeboard_dataplane::Program;
use freeboard_p4::{ControlPlane, Datum, Location, Source, Target, control_plane, write};
use freeboard_p4_reader::{canonical, read};
use freeboard_pipeline::{Profile, Sizing, profiles};
use freeboard_registry::aqm_ecn_sharp::CompactProgram;
use freeboard_registry::{aqm_bcc, aqm_mbecn, aqm_red, aqm_step};

/// The text with the data of another file, as a control plane writes them.
fn written(text: &str, old: &ControlPlane, new: &ControlPlane) -> String {
    let mut text = text.to_owned();
    for (old, new) in old.data.iter().zip(&new.data).filter(|(old, new)| old.value != new.value) {
        match &old.location {
            Location::ActionData { table, action, parameter } => {
                text = with_default(&text, table, action, parameter, new.value);
            }
            Location::Rows { table, action, keys, .. } => {
                for key in keys {
                    let row = |datum: &Datum| format!("            {key} : {action}({});\n", datum.value);
                    let (before, after) = text.split_once(&format!("table {table} {{")).expect(table);
                    assert!(after.contains(&row(old)), "{}", row(old));
                    text = format!("{before}table {table} {{{}", after.replacen(&row(old), &row(new), 1));
                }
            }
            Location::RegisterParameter { register, parameter } => {
                assert!(text.contains(&format!(" {register};\n")), "{register}");
                let line = |datum: &Datum| format!("RegisterParam<bit<32>>({}) {parameter};", datum.value);
                assert!(text.contains(&line(old)), "{}", line(old));
                text = text.replace(&line(old), &line(new));
            }
            // They stand in no text.
            Location::PoolLimit { pool, limit } => assert!(*pool == 0 && *limit < 3, "{limit}"),
            Location::LowPassFilter { filter } => {
                assert!(text.contains(&format!(" {filter};\n")), "{filter}")
            }
        }
    }
    text
}

/// The text with one argument of the default action of a table changed.
fn with_default(text: &str, table: &str, action: &str, parameter: &str, value: u32) -> String {
    let between = |text: &str, open: &str| {
        let from = text.find(open).expect(open) + open.len();
        (from, from + text[from..].find(')').expect("closed"))
    };
    let (from, to) = between(text, &format!("action {action}("));
    let at = text[from..to].split(", ").position(|one| one.ends_with(&format!(" {parameter}")));
    let at = at.unwrap_or_else(|| panic!("{action} has no {parameter}"));
    let begin = text.find(&format!("    table {table} {{")).expect(table);
    let (from, to) = between(&text[begin..], &format!("default_action = {action}("));
    let mut arguments: Vec<String> = text[begin + from..begin + to].split(", ").map(str::to_owned).collect();
    arguments[at] = value.to_string();
    format!("{}{}{}", &text[..begin + from], arguments.join(", "), &text[begin + to..])
}

/// Values near and far of each field, one changed at a time.
fn settings<P: Program>() -> Vec<(usize, Vec<u32>)> {
    let defaults = P::Settings::default();
    let fields = P::Settings::FIELDS.iter().enumerate();
    let values: Vec<u32> =
        (0..P::Settings::FIELDS.len()).map(|id| defaults.get(FieldId(id as u16)).expect("a field")).collect();
    let changed = |(at, field): (usize, &Field)| {
        let value = values[at];
        let legal = |other: &u32| *other != value && (field.min..=field.max).contains(other);
        let others = [value.saturating_add(1), value / 2, value.saturating_mul(2)].into_iter().filter(legal);
        let all = others.map(|other| {
            let mut all = values.clone();
            all[at] = other;
            (at, all)
        });
        all.collect::<Vec<_>>()
    };
    fields.flat_map(changed).collect()
}

/// Programs of other settings that the data make, and the data that were changed for them.
fn made<P: Program>(profile: &Profile, target: Target) -> Option<[usize; 2]> {
    let profile = target.profile(profile.clone());
    let base = Source::of::<P>(&P::Settings::default(), &profile, Sizing::PAPER).ok()?;
    let text = write(&base, target).ok()?;
    let file = control_plane(&base, target).expect("as the text");
    names_are_unique(&file);
    let mut count = [0; 2];
    for (at, values) in settings::<P>() {
        let name = P::Settings::DOCS[at].name;
        let Ok(other) = Source::from_values::<P>(&values, &profile, Sizing::PAPER) else { continue };
        let (Ok(wanted), Ok(new)) = (write(&other, target), control_plane(&other, target)) else { continue };
        let places = |file: &ControlPlane| -> Vec<Location> {
            file.data.iter().map(|datum| datum.location.clone()).collect()
        };
        if places(&file) != places(&new) || file.compiled.contains(&name) {
            // Another program, or another table of the math unit.
            continue;
        }
        for (datum, new) in file.data.iter().zip(&new.data).filter(|(old, new)| old.value != new.value) {
            assert!(datum.settings.contains(&name), "{}: {} follows {name}: {new:?}", base.id(), datum.name);
            count[1] += 1;
        }
        let changed = written(&text, &file, &new);
        let graph = |text: &str| canonical(&read(text).unwrap_or_else(|error| panic!("{error}\n{text}")));
        assert_eq!(graph(&changed), graph(&wanted), "{}: {name} = {}", base.id(), values[at]);
        count[0] += 1;
    }
    Some(count)
}

fn names_are_unique(file: &ControlPlane) {
    let mut names: Vec<&str> = file.data.iter().map(|datum| datum.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), file.data.len(), "{names:?}");
    for name in file.together.iter().flat_map(|group| &group.data) {
        assert!(names.contains(&name.as_str()), "{name}");
    }
}

macro_rules! programs {
    (@one pipeline $path:path) => { Some(made::<$path> as fn(&Profile, Target) -> Option<[usize; 2]>) };
    (@one exact $path:path) => { None };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(programs!(@one $kind $path)),*]
    };
}

#[test]
fn data_of_the_file_make_the_program_of_other_settings() {
    let programs: Vec<_> = freeboard_registry::for_each_aqm!(programs).into_iter().flatten().collect();
    for target in Target::ALL {
        let all = programs.iter().filter_map(|program| program(&profiles::tofino_1_like(), target));
        let [made, changed] = all.fold([0; 2], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        assert!(made > 100 && changed > 60, "{}: {made} programs, {changed} data", target.name());
    }
}

fn file<P: Program>(target: Target) -> ControlPlane {
    let profile = target.profile(profiles::tofino_1_like());
    let source = Source::of::<P>(&P::Settings::default(), &profile, Sizing::PAPER).unwrap();
    control_plane(&source, target).unwrap()
}

fn datum<'a>(file: &'a ControlPlane, name: &str) -> &'a Datum {
    let found = file.data.iter().find(|datum| datum.name == name);
    found.unwrap_or_else(|| panic!("no {name}: {file:#?}"))
}

#[test]
fn a_forgotten_datum_is_another_program() {
    let profile = profiles::tofino_1_like();
    let source = |k| {
        let settings = aqm_step::StepSettings { k, ..Default::default() };
        Source::of::<aqm_step::StepEnqueueProgram>(&settings, &profile, Sizing::PAPER).unwrap()
    };
    let (old, new) = (source(30_000), source(60_000));
    let [before, after] = [&old, &new].map(|source| control_plane(source, Target::Tna).unwrap());
    let text = write(&old, Target::Tna).unwrap();
    let wanted = canonical(&new.program.graph);
    assert_eq!(canonical(&read(&written(&text, &before, &after)).unwrap()), wanted);
    let mut forgotten = after.clone();
    forgotten.data[0].value = before.data[0].value;
    assert_ne!(canonical(&read(&written(&text, &before, &forgotten)).unwrap()), wanted);
}

#[test]
fn a_datum_has_unit_scope_entries_and_period() {
    let sharp = file::<CompactProgram>(Target::Tna);
    let target = datum(&sharp, "ticks_room_slack_table.ins_target");
    assert_eq!((target.value, target.unit.as_deref(), target.period_ns), (200_001, Some("ns"), None));
    assert_eq!((target.scope, target.entries), ("switch", 1));
    let interval = datum(&sharp, "marking_pst_interval");
    assert_eq!((interval.value, interval.unit.as_deref()), (195, Some("1024 ns")));
    assert_eq!(sharp.together.len(), 1);
    assert_eq!(sharp.together[0].follow, "pst_interval");
    assert_eq!(sharp.together[0].data, ["first_above_pst_interval", "marking_pst_interval"]);
    assert_eq!(sharp.compiled, ["pst_interval", "math_fill"]);

    let queues = file::<aqm_mbecn::MbecnEnqueueProgram>(Target::V1model);
    let room = &queues.data[0];
    assert_eq!((room.scope, room.entries, room.period_ns), ("queue", 1_024, Some(100_000)));
    assert_eq!(room.unit.as_deref(), Some("cells"));

    let red = file::<aqm_red::LowPassProgram>(Target::Tna);
    let filter = red.data.iter().find(|datum| matches!(datum.location, Location::LowPassFilter { .. }));
    let filter = filter.expect("the filter's time constant");
    assert!(filter.value.is_power_of_two() && filter.unit.as_deref() == Some("ns"), "{filter:?}");
    assert!(!filter.settings.is_empty(), "{filter:?}");

    let pool = file::<aqm_bcc::PoolStatusProgram>(Target::Tna);
    let limits = pool.data.iter().filter(|datum| matches!(datum.location, Location::PoolLimit { .. }));
    let limits: Vec<&Datum> = limits.collect();
    assert!(limits.len() == 3 && limits.is_sorted_by_key(|datum| datum.value), "{limits:?}");
    assert!(limits.iter().any(|datum| !datum.settings.is_empty()), "{limits:?}");
    assert!(sharp.data.iter().all(|datum| !matches!(datum.location, Location::PoolLimit { .. })));
}
